package twothread

import (
	"fmt"

	"gv2/predicate/fact"
)

// A long kernel with many barriers makes a verification condition that is too large for
// the prover, though what happens between two barriers has nothing to do with the
// accesses before them: a barrier empties the log. So the kernel becomes several
// procedures. Each walks through the whole kernel but checks a few
// barrier intervals only; in the others it computes the values and takes for
// granted what another procedure asserts.
//
// That is sound: the first assertion that fails in an execution fails in the
// procedure of its interval, where all that is taken for granted comes before it
// and holds.

// Intervals are those from first to last, counted by the barriers that both
// threads reach outside ifs and loops.
type Intervals struct{ first, last int }

// EveryInterval has everything checked.
var EveryInterval = Intervals{0, 1 << 30}

// Title says so for the head of a procedure.
func (i Intervals) Title() string {
	if i.first == i.last {
		return fmt.Sprintf("Checks barrier interval %d.", i.first)
	}
	return fmt.Sprintf("Checks barrier intervals %d to %d.", i.first, i.last)
}

// Sizes at which a kernel is taken apart: checks in all or loops, barrier intervals,
// and the most procedures made of it. Each part walks through the whole kernel, so
// one of thousands of checks is left in one piece: its translation stays linear.
const (
	manyChecks    = 60
	manyLoops     = 8
	mostChecks    = 1500
	manyIntervals = 4
	maxParts      = 48
)

// Parts divides the intervals of the program just written; nil if it is small.
func (w *Writer) Parts() []Intervals {
	n, checks := w.interval+1, len(w.Key.Sites)-w.FirstSite
	if w.Enc.Pair != fact.SameBlock || n < manyIntervals || checks > mostChecks ||
		checks < manyChecks && len(w.Proc.LoopSites) < manyLoops {
		return nil
	}
	size := (n + maxParts - 1) / maxParts
	var out []Intervals
	for first := 0; first < n; first += size {
		out = append(out, Intervals{first, min(first+size, n) - 1})
	}
	return out
}

// place is where in the program the writer is, and what it checks of it.
type place struct {
	In       Intervals
	interval int // of the statement being written
	depth    int // how many ifs and loops are around it
}

// muted reports whether another procedure checks the statement being written.
func (p *place) muted() bool { return p.interval < p.In.first || p.interval > p.In.last }
