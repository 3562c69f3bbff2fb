package axioms

import (
	"fmt"
	"slices"
	"time"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
	"gv2/runtime/claim"
	"gv2/runtime/decision"
	"gv2/runtime/memory/judge"
	"gv2/runtime/memory/thread"
)

// AskFew looks for faults among a few threads of a launch of which not all executions can be
// looked at, if its threads talk through memory: a fence that is missing shows with two of them.
func AskFew(d *decision.Decision) {
	k := d.Kernel
	if !slices.ContainsFunc(properties, d.Unknown) || d.Opts.Exact.WarpSync || k.Launch.Threads() < 1 || talks(k) || !fact.TalksThroughMemory(k) {
		return
	}
	ctx, cancel := decision.Within(d.Clock.Ctx, d.Clock.Deadline(d.Share))
	defer cancel()
	began := time.Now()
	lim := limits
	lim.Over = func() bool { return ctx.Err() != nil }
	k, open := withGrid(k)
	for _, few := range fewThreads(k.Launch, d.Opts.Encoding.IntraGroup) {
		r, err := withVolatile(k, func(k *kernel.Kernel) (*judge.Report, error) { return judge.Some(k, few, lim) })
		if err != nil || len(r.Failed) == 0 && !slices.ContainsFunc(r.Races, func(x judge.Race) bool { return !x.SameValue }) {
			continue
		}
		d.Opts.Trace.Ask(decision.AxiomsEngine, fmt.Sprintf("executions of %d threads that the memory model allows", len(few)))
		r.Open = "the other threads have not begun"
		answerFor(d, k, r, began, open)
		return
	}
}

// withGrid is a kernel with a grid of two blocks where the dimension is open, and the
// names of the dimensions that it chose.
func withGrid(k *kernel.Kernel) (*kernel.Kernel, claim.Values) {
	c := *k
	values := claim.Values{}
	for i, name := range claim.GridNames {
		if c.Launch.GridDim[i] < 1 {
			c.Launch.GridDim[i] = 1
			if i == 0 {
				c.Launch.GridDim[i] = 2
			}
			values[name] = fmt.Sprint(c.Launch.GridDim[i])
		}
	}
	if len(values) == 0 {
		return k, nil
	}
	return &c, values
}

// fewThreads are the sets of threads that are looked at: neighbours, the first and the last
// of a block, and threads of two blocks.
func fewThreads(l kernel.Launch, intraGroup bool) [][]thread.Position {
	last := l.Threads() - 1
	var sets [][]thread.Position
	if last > 0 {
		sets = append(sets, []thread.Position{{}, {Thread: 1}})
	}
	if last > 1 {
		sets = append(sets, []thread.Position{{}, {Thread: last}})
	}
	if l.Blocks() > 1 && !intraGroup {
		sets = append(sets, []thread.Position{{}, {Block: 1}})
		if last > 0 {
			sets = append(sets, []thread.Position{{}, {Block: 1, Thread: 1}}, []thread.Position{{}, {Thread: 1}, {Block: 1}})
		}
	}
	return sets
}
