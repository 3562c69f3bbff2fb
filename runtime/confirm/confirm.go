// Package confirm looks for faults in executions: it runs the program of two threads with
// values chosen at random, the kernel's threads in turns and with inputs made up, or the block
// with the values that a fault names, and tells which faults happen there. What it shows are witnesses with more
// confidence than a model has; it proves nothing.
package confirm

import (
	"fmt"
	"strings"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
	"gv2/predicate/rewrite"
	"gv2/runtime/claim"
	"gv2/runtime/decision"
)

// A fault that depends on what threads receive from each other counts if an execution
// of the kernel shows it, and is reported as it was seen there. All others happen for
// values that are inputs, and need no such proof.

// Confirm is what package prove asks (prove.Confirming).
type Confirm struct {
	// Check runs the exact engine.
	Check decision.Check
}

// Race looks for a race within a block in a few executions.
func (Confirm) Race(c decision.Case) (claim.Finding, bool) {
	x := executionsOf(c)
	for n := range runsFirst {
		run := x.run(&claim.Finding{Property: kernel.DataRace}, n)
		if run == nil || run.Void != "" {
			continue
		}
		for i := range run.Faults {
			seen, like := x.finding(run, &run.Faults[i], &claim.Finding{Property: kernel.DataRace})
			if like != none && !seen.BetweenBlocks() {
				return *seen, true
			}
		}
	}
	return claim.Finding{}, false
}

// Replay looks for a race in executions of a block by the exact engine, which knows barriers of a
// part of the block, with the values that the race names and inputs made up. It returns the races of
// one execution, this one first if it is among them; none if no execution has any.
func (Confirm) Replay(c decision.Case, f claim.Finding) []claim.Finding {
	x := executionsOf(c)
	if seen := x.replayed(&f); len(seen) > 0 || f.Found == nil {
		return seen
	}
	return x.replayed(f.Found)
}

// Weigh weighs faults that the translation finds. Those that depend on what threads receive
// from each other, or on an order that the translation does not know, count if an execution
// shows them, and are told as they were seen there.
func (Confirm) Weigh(c decision.Case, faults []claim.Finding) []claim.Witness {
	if len(faults) == 0 {
		return nil
	}
	split := rewrite.Split(c.Kernel)
	x := &weighing{Case: c, rely: fact.TaintsOf(split), unknown: fact.ComputedOf(split), runs: executionsOf(c), order: doubtfulRaces(c.Kernel)}
	var out []claim.Witness
	for i := range faults {
		out = append(out, x.weigh(&faults[i]))
	}
	return out
}

// weighing looks at the faults that a question to the translation brings.
type weighing struct {
	decision.Case
	rely *fact.Taints
	// unknown are values that the translation does not know and no execution either.
	unknown *fact.Taints
	runs    *executions
	// order says what the translation does not know of the order of accesses.
	order string
}

// weigh says whether a fault counts.
func (x *weighing) weigh(f *claim.Finding) claim.Witness {
	if on := relied(x.unknown, f); on != nil {
		// An execution computes with floats as the machine does, where that is certain; what gv2 has no
		// model of it does not know either.
		if !unmodelled(on.Source) && !x.Opts.Encoding.LockStep {
			if seen, ok := x.runs.shows(f); ok {
				return claim.Suspect(seen, claim.Executed, claim.Reason{})
			}
		}
		return claim.Suspect(*f, claim.Never, claim.Doubt(uncomputed(f, on)))
	}
	on, order := relied(x.rely, f), ""
	switch {
	case f.Property == kernel.DataRace:
		order = x.order
	case f.Property == kernel.Divergence && fact.LanesMeetAt(x.Kernel, f.Pos()):
		order = lanesLeave
	}
	// Lanes in lock step are not executed: what they receive is as the translation has it.
	executes := !x.Opts.Encoding.LockStep
	switch {
	case order == "" && (on == nil || !executes):
		return claim.Counts(*f)
	case executes:
		x.Opts.Trace.Ask(decision.ExecutionEngine, "faults that depend on what threads receive from others, or on their order")
		if f.Property == kernel.DataRace || f.Property == kernel.Divergence || !fact.AsksPairsAt(x.Kernel, f.Pos()) {
			if seen, ok := x.runs.shows(f); ok {
				x.Opts.Trace.Note("an execution shows " + f.Brief())
				return claim.Suspect(seen, claim.Executed, claim.Reason{})
			}
		}
		x.Opts.Trace.Note("no execution shows " + f.Brief())
	}
	why := order + " the translation finds " + f.Suspicion()
	if order == "" {
		why = x.doubtful(f, on)
	}
	return claim.Suspect(*f, claim.Executed, claim.Doubt(why))
}

// unmodelled reports whether no execution knows the value either that a statement yields.
func unmodelled(s kernel.Stmt) bool {
	if load, is := s.(*kernel.Load); is {
		return load.Acc.Array.Fixed && load.Acc.Array.Holds == 0
	}
	if _, is := s.(*kernel.Havoc); is {
		return true
	}
	found := false
	kernel.Exprs(s, func(e kernel.Expr) {
		kernel.WalkExpr(e, func(e kernel.Expr) bool {
			if c, is := e.(*kernel.Call); is {
				found = found || fact.OfIntegers(c) && !kernel.IsExact(c)
			}
			return !found
		})
	})
	return found
}

// lanesLeave is what the translation does not know of the lanes of a warp: it takes both through the
// same statements.
const lanesLeave = "lanes that have left the kernel are not waited for within a warp, and others may get to another statement that stands for the same; no execution with small inputs shows a fault;"

// doubtful is the reason why a property is unknown of which this fault is all that
// was found.
func (x *weighing) doubtful(f *claim.Finding, on *fact.Taint) string {
	hangs := fmt.Sprintf("uses %s", received(on))
	if on.At.Valid() {
		hangs = fmt.Sprintf("needs the condition at %s, which depends on %s", on.At, received(on))
	}
	help := "an __assume() about the value may help"
	if x.Kernel.Fixable() {
		help = "an __assume() about the value, or --param, may help"
	}
	tried := "no execution with small inputs shows the fault"
	if x.Clock.Over() {
		tried = "no time was left to look at more executions that might show the fault (--timeout)"
	}
	if a, is := on.Source.(*kernel.Atomic); is && a.Op == "load" {
		help = "the translation does not model that a flag orders what was written before it was set"
	} else if is {
		help = "the translation does not model that a lock or a counter admits one thread or shows which is the last"
	}
	return fmt.Sprintf("the translation finds %s, which %s; it treats that as arbitrary, and %s; %s", f.Suspicion(), hangs, tried, help)
}

// uncomputed is the reason where the value is one that the program computes.
func uncomputed(f *claim.Finding, on *fact.Taint) string {
	value, whence := "the value computed at "+on.Source.Source().Pos.String(), "gv2 does not know what is computed there, and takes it as arbitrary"
	if load, is := on.Source.(*kernel.Load); is {
		a := load.Acc.Array
		value, whence = fmt.Sprintf("the value read from %s at %s", claim.ArrayLabel(a), load.Pos), fmt.Sprintf("gv2 does not read the initialiser at %s, and takes it as arbitrary", a.Pos)
		switch {
		case a.Holds != 0:
			whence = "of which gv2 only knows that " + strings.Join(a.Holds.Meanings(claim.ArrayLabel(a)), " and that ")
		case !a.Fixed:
			whence = fmt.Sprintf("its proofs take the contents of the table at %s as arbitrary", a.Pos)
		}
	}
	hangs := "uses " + value
	if on.At.Valid() {
		hangs = fmt.Sprintf("needs the condition at %s, which depends on %s", on.At, value)
	}
	return fmt.Sprintf("the translation finds %s, which %s; %s; an __assume() about it may help", f.Suspicion(), hangs, whence)
}

// received names the value for people.
func received(on *fact.Taint) string {
	at := on.Source.Source().Pos.String()
	switch s := on.Source.(type) {
	case *kernel.Load:
		return fmt.Sprintf("the value read from %s at %s, which other threads may have written", claim.ArrayLabel(s.Acc.Array), at)
	case *kernel.Atomic:
		if s.Op == "load" {
			return fmt.Sprintf("the value read from %s at %s, which other threads may have written", claim.ArrayLabel(s.Acc.Array), at)
		}
		return fmt.Sprintf("the value that the atomic on %s at %s returned", claim.ArrayLabel(s.Acc.Array), at)
	case *kernel.Store:
		return fmt.Sprintf("the value stored in %s at %s, which it does not follow", claim.ArrayLabel(s.Acc.Array), at)
	case *kernel.Shuffle:
		return "the value that the shuffle at " + at + " yielded"
	case *kernel.Vote:
		return "the value that the vote at " + at + " yielded"
	default:
		// Others receive nothing, but for barriers that compute.
	}
	return "the value that the barrier at " + at + " yielded"
}

// relied is what a finding depends on, nil if on nothing. Two writes race if their values
// differ.
func relied(r *fact.Taints, f *claim.Finding) *fact.Taint {
	for i := range f.Accesses {
		at := f.Accesses[i].Src.Pos
		on := r.Place(at)
		if on == nil && f.Kind == "write-write" {
			on = r.Stored(at)
		}
		if on != nil {
			return r.Origin(on)
		}
	}
	return nil
}

// doubtfulRaces says what the translation does not know of a kernel's order, empty for
// nothing.
func doubtfulRaces(k *kernel.Kernel) string {
	switch {
	case rewrite.HasLooseMask(k):
		return "the translation takes a __syncwarp whose mask is not constant to order nothing; without it"
	case fact.TellsReserved(k):
		return "the translation treats what a shuffle passes on of an atomic's result as arbitrary; with that"
	}
	if s := kernel.AtomicLoads(k); s != nil {
		return fmt.Sprintf("the translation takes the atomic at %s, which only reads, as an update; with that", s.Pos)
	}
	return ""
}
