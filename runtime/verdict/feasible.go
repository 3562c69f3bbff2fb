package verdict

import (
	"fmt"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
	"gv2/predicate/rewrite"
	"gv2/runtime/claim"
)

// A fault that hangs on what threads receive from each other counts if an execution
// of the kernel shows it, and is reported as it was seen there. All others happen for
// values that are inputs, and need no such proof.

// executedDetail says so of a property.
const executedDetail = "seen when the kernel is executed"

// examine looks for executions that show the faults which hang on what threads receive,
// or on an order that the translation does not know. The others do not count.
func (s *session) examine() {
	x := &examination{s: s}
	var kept []claim.Finding
	for _, f := range s.result.Findings {
		if f, counts := x.finding(f); counts {
			kept = append(kept, f)
		}
	}
	s.result.Findings = claim.Gather(kept)
}

// examination looks at the findings of a session.
type examination struct {
	s    *session
	rely *fact.Taints // nil until they are needed
	runs *executions
	// order says what the translation does not know of the order of accesses.
	order string
}

// finding is what counts of a fault: itself, or what an execution shows of it.
func (x *examination) finding(f claim.Finding) (claim.Finding, bool) {
	p := x.s.result.Property(f.Property)
	if f.Severity != claim.ErrorSeverity || p == nil || p.Status != claim.Refuted {
		return f, true
	}
	if x.runs == nil {
		x.rely, x.runs, x.order = fact.TaintsOf(rewrite.Split(x.s.k)), x.s.executions(), doubtfulRaces(x.s.k)
	}
	on, order := relied(x.rely, &f), ""
	if f.Property == kernel.DataRace {
		order = x.order
	}
	// Lanes in lock step are not executed: what they receive is as the translation has it.
	executes := !x.s.opts.Encoding.LockStep
	switch {
	case order == "" && (on == nil || !executes):
		return f, true
	case executes:
		x.s.opts.Trace.Ask(ExecutionEngine, "faults that depend on what threads receive from others, or on their order")
		if f.Property == kernel.DataRace || f.Property == kernel.Divergence || !fact.AsksPairsAt(x.s.k, f.Pos()) {
			if seen, ok := x.runs.show(&f); ok {
				x.s.opts.Trace.Note("an execution shows " + f.Brief())
				return seen, true
			}
		}
		x.s.opts.Trace.Note("no execution shows " + f.Brief())
	}
	why := order + " the translation finds " + f.Suspicion()
	if order == "" {
		why = doubtful(&f, on)
	}
	x.s.result.evidence = append(x.s.result.evidence, claim.Witness{
		Claim: claim.Claim{Property: f.Property, Scope: f.Scope}, By: claim.Method{Engine: claim.Boogie},
		Seen: f.Seen, Needs: claim.Executed, Why: claim.Because(why),
	})
	return f, false
}

// sayExecuted says of properties that they were refuted by executions alone.
func (s *session) sayExecuted() {
	for i := range s.result.Properties {
		p := &s.result.Properties[i]
		executed, other := false, false
		for _, f := range s.result.Findings {
			ours := f.Property == p.Name && f.Severity == claim.ErrorSeverity
			executed, other = executed || ours && f.Seen == claim.Executed, other || ours && f.Seen != claim.Executed
		}
		if p.Status == claim.Refuted && executed && !other {
			p.Detail = executedDetail
		}
	}
}

// doubtful is the reason why a property is unknown of which this fault is all that
// was found.
func doubtful(f *claim.Finding, on *fact.Taint) string {
	hangs := fmt.Sprintf("uses %s", received(on))
	if on.At.Valid() {
		hangs = fmt.Sprintf("needs the condition at %s, which depends on %s", on.At, received(on))
	}
	help := "an __assume() about the value, or --param, may help"
	if _, is := on.Source.(*kernel.Atomic); is {
		help = "the translation does not model that a lock or a counter admits one thread or shows which is the last"
	}
	return fmt.Sprintf("the translation finds %s, which %s; it treats that as arbitrary, and no execution with small inputs shows the fault; %s",
		f.Suspicion(), hangs, help)
}

// received names the value for people.
func received(on *fact.Taint) string {
	at := on.Source.Source().Pos.String()
	switch s := on.Source.(type) {
	case *kernel.Load:
		return fmt.Sprintf("the value read from %s at %s, which other threads may have written", claim.ArrayLabel(s.Acc.Array), at)
	case *kernel.Atomic:
		return fmt.Sprintf("the value that the atomic on %s at %s returned", claim.ArrayLabel(s.Acc.Array), at)
	case *kernel.Shuffle:
		return "the value that the shuffle at " + at + " yielded"
	case *kernel.Vote:
		return "the value that the vote at " + at + " yielded"
	default:
		// Others receive nothing, but for barriers that compute.
	}
	return "the value that the barrier at " + at + " yielded"
}

// relied is what a finding hangs on, nil if on nothing. Two writes race if their values
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
