// Package progress looks for threads that wait for ever because of who may run: for flags that nobody sets, for threads of
// their own warp where that runs in lock step, and for blocks that have not begun as the device is full.
//
// In: a decision about a kernel with a known block. Out: a witness of deadlock on its board, of an execution in which no
// thread does anything new; an assumption, where blocks wait for each other and nothing says that they all run at the same time; or, for threads in
// lock step, a proof that loops that wait end if they do where each thread goes on by itself.
package progress

import (
	"fmt"
	"strings"

	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/predicate/discipline"
	"gv2/predicate/fact"
	"gv2/predicate/rewrite"
	"gv2/runtime/claim"
	"gv2/runtime/decision"
	"gv2/runtime/interleave"
)

// The limits: threads that are executed, and their steps in each execution.
const (
	mostThreads = 8192
	manyThreads = 2048
	mostSteps   = 1_000_000
	fewSteps    = 200_000 // where there are many threads
)

// Ask executes the kernel under the rules of progress that the options name.
func Ask(d *decision.Decision) {
	k := d.Kernel
	if !d.Opts.Encoding.Properties.Has(kernel.Deadlock) || !fact.WaitsForThreads(k) || d.Refuted(kernel.Deadlock) != "" || d.Clock.Over() {
		return
	}
	k, chosen := sized(rewrite.WithoutUnread(k), d.Opts.Resident)
	if k.Launch.Threads() < 1 {
		return
	}
	if threads(k) <= mostThreads && refutes(d, k, chosen) {
		return
	}
	if d.Opts.Progress == decision.LockStep {
		inLockStep(d)
	}
	if d.Opts.Resident == 0 && !k.Cooperative && !fact.MeetsInGrid(k) && d.Refuted(kernel.Properties(nil)...) == "" && needsAll(k) {
		d.Result.Assumptions = decision.Sentences(d.Result.Assumptions, []string{allResident})
	}
}

// inLockStep looks whether loops that wait end in lock step if they end where each thread goes on by itself, for every size of the launch.
func inLockStep(d *decision.Decision) {
	found := discipline.Recognise(rewrite.WithoutVolatile(d.Kernel))
	if !found.Waits {
		return
	}
	if !found.Together {
		for _, m := range found.Kept {
			d.NoteOn(kernel.Deadlock, "it is not shown that loops that wait end in lock step: "+m.At.String()+": "+m.Text)
		}
		return
	}
	d.Opts.Trace.Ask(decision.WeftEngine, "whether a thread that waits keeps others of its warp from what it waits for")
	d.Opts.Trace.Note("none does, whatever the size of the launch")
	d.Note("in lock step (--progress lockstep) no thread that waits keeps others of its warp from what somebody waits for, whatever the size of the launch")
	ordered := claim.Of(kernel.DataRace, kernel.Divergence)
	d.Board.Enter(claim.Proof{Claims: []claim.Claim{claim.Ends}, RestsOn: ordered, By: claim.ByText, Under: claim.Premises(decision.FairWaitsEnd)})
	d.Result.Assumptions = decision.Sentences(d.Result.Assumptions, []string{decision.FairWaitsEnd})
	d.Settle()
}

// refutes looks for an execution in which threads wait for ever.
func refutes(d *decision.Decision, k *kernel.Kernel, chosen claim.Values) bool {
	p, err := interleave.Compile(k)
	if err != nil {
		return false
	}
	lockStep := d.Opts.Progress == decision.LockStep
	rules := []interleave.Progress{{LockStep: lockStep}}
	if lockStep {
		rules = append(rules, interleave.Progress{LockStep: true, ElseFirst: true})
	}
	if n := d.Opts.Resident; n > 0 && n < k.Launch.Blocks() {
		rules = append(rules, interleave.Progress{LockStep: lockStep, Resident: n}, interleave.Progress{LockStep: lockStep, Resident: n, Backwards: true})
	}
	by, w := search(p, rules)
	if w == nil {
		return false
	}
	d.Opts.Trace.Ask(decision.ExecutionEngine, "threads that wait, by the rules of progress")
	enter(d, k, by, w, chosen)
	return true
}

// needsAll reports whether blocks wait for ever where one runs after the other: of the grid, or of two blocks where it is large.
func needsAll(k *kernel.Kernel) bool {
	c := *k
	if threads(&c) > manyThreads {
		c.Launch.GridDim = [3]int{2, 1, 1}
	}
	p, err := interleave.Compile(&c)
	if err != nil || c.Launch.Blocks() < 2 {
		return false
	}
	for _, by := range []interleave.Progress{{Resident: 1}, {Resident: 1, Backwards: true}} {
		if w, _ := p.Waits(interleave.Options{MaxSteps: mostSteps}, by); w != nil && w.Unstarted > 0 {
			return true
		}
	}
	return false
}

// allResident is what waits of blocks for others rest on.
const allResident = "all blocks of the grid run at the same time, as in a cooperative launch: some wait for others (--resident-blocks)"

// inputs is how many inputs are tried.
const inputs = 2

// search is the first rule under which threads wait for ever. Where that hangs on values that nothing in the program says, as
// counters behind pointers are, it counts only if with the same values all threads end when each goes on by itself.
func search(p *interleave.Program, rules []interleave.Progress) (by interleave.Progress, w *interleave.Waiting) {
	tries, steps := uint64(inputs), mostSteps
	if threads(p.Kernel) > manyThreads {
		tries, steps = 1, fewSteps
	}
	for _, by = range rules {
		for n := range tries {
			o := interleave.Options{Input: n, Schedule: n, MaxSteps: steps, Decides: fact.DecisiveOf(p.Kernel)}
			if w, _ = p.Waits(o, by); w == nil || len(w.Threads) == 0 {
				continue
			}
			if w.Made {
				if always, known := p.Waits(o, interleave.Progress{}); always != nil || !known {
					continue
				}
			}
			return by, w
		}
	}
	return by, nil
}

func threads(k *kernel.Kernel) int { return k.Launch.Threads() * k.Launch.Blocks() }

// sized is the kernel with few blocks where the grid is open, of at most so many if that is not 0, and the dimensions that
// it chose.
func sized(k *kernel.Kernel, resident int) (*kernel.Kernel, claim.Values) {
	c := *k
	values := claim.Values{}
	for i, name := range claim.GridNames {
		if c.Launch.GridDim[i] < 1 {
			c.Launch.GridDim[i] = 1
			if resident != 1 {
				c.Launch.GridDim[i] = 2 // those of a column may wait for each other, or those of a row
			}
			values[name] = fmt.Sprint(c.Launch.GridDim[i])
		}
	}
	if len(values) == 0 {
		return k, nil
	}
	return &c, values
}

// shown is how many threads of each kind a finding names.
const shown = 2

// enter refutes deadlock.
func enter(d *decision.Decision, k *kernel.Kernel, by interleave.Progress, w *interleave.Waiting, chosen claim.Values) {
	f := claim.Finding{Property: kernel.Deadlock, Kind: string(kernel.Deadlock), Severity: claim.ErrorSeverity, Count: 1, Seen: claim.Executed, By: claim.Execution,
		Scope: claim.WithinBlock, Values: chosen}
	var parts []string
	for _, s := range w.Threads[:min(shown, len(w.Threads))] {
		a := access(k, s)
		where := "here"
		if len(f.Accesses) > 0 && a.Src.Pos != f.Accesses[0].Src.Pos {
			where = "at " + a.Src.Pos.String()
		} else if len(f.Accesses) > 0 {
			where = "here, too"
		}
		f.Accesses = append(f.Accesses, a)
		at := claim.Placed(k.Launch, []claim.Access{a})[0]
		parts = append(parts, fmt.Sprintf("thread %s of block %s waits %s", kernel.IndexText(*at.Thread), kernel.IndexText(*at.Block), where))
	}
	if more := len(w.Threads) - shown; more > 0 {
		parts = append(parts, fmt.Sprintf("%d more wait", more))
	}
	f.Message = "deadlock: " + strings.Join(parts, ", ")
	switch {
	case w.Unstarted > 0:
		f.Message += fmt.Sprintf("; %s %s not begun, as %s at a time", diag.Count(w.Unstarted, "block"), have(w.Unstarted), runs(by.Resident))
	case by.LockStep && len(w.Held) > 0:
		a := access(k, w.Held[0])
		at := claim.Placed(k.Launch, []claim.Access{a})[0]
		f.Message += fmt.Sprintf("; in lock step, thread %s of block %s goes on only when they have ended their loop", kernel.IndexText(*at.Thread), kernel.IndexText(*at.Block))
		if a.Src.Pos.Valid() {
			f.Accesses = append(f.Accesses, a)
		}
	default:
		f.Message += ", and nobody changes what they read any more"
	}
	if d.By[kernel.Deadlock] == nil {
		d.By[kernel.Deadlock] = &decision.Property{Name: kernel.Deadlock, Status: claim.Unknown}
	}
	d.Board.Enter(claim.Witness{Claim: claim.Claim{Property: kernel.Deadlock}, Finding: f, Needs: claim.Executed})
	d.Result.Findings = append(d.Result.Findings, f)
	d.Settle()
	d.By[kernel.Deadlock].Engine = decision.ExecutionEngine
	if by.LockStep {
		d.Note("the threads of a warp run in lock step, as on devices before sm_70 (--progress lockstep); with --progress fair each goes on by itself")
	}
}

func access(k *kernel.Kernel, s interleave.Side) claim.Access {
	at, block := k.Launch.ThreadAt(s.Thread), k.Launch.BlockAt(s.Block)
	a := claim.Access{Thread: &at, Block: &block, Kind: "wait"}
	if s.Stmt != nil {
		a.Src = s.Stmt.Source()
	}
	return a
}

func have(n int) string {
	if n == 1 {
		return "has"
	}
	return "have"
}

func runs(n int) string {
	if n == 1 {
		return "1 block runs"
	}
	return fmt.Sprintf("%d blocks run", n)
}
