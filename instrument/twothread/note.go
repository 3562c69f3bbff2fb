package twothread

import (
	"gv2/instrument/candidate"
	"gv2/predicate"
)

// nesting is where the writer is among loops, and what it has logged.
type nesting struct {
	loops []*candidate.Loop
	// noted are the accesses logged so far outside loops and in finished ones;
	// scouted those in the outermost loop being written.
	noted, scouted []candidate.Access
	scouting       bool
	dead           deadLogs
}

// noteAccess remembers a LOG call, for the loops around it and those after it.
func (n *nesting) noteAccess(a candidate.Access) {
	if n.scouting {
		n.scouted = append(n.scouted, a)
		return
	}
	if len(n.loops) == 0 {
		n.noted = append(n.noted, a)
	}
	for _, l := range n.loops {
		l.Accesses = append(l.Accesses, a)
	}
}

// innermost is the loop being written, nil outside of loops.
func (n *nesting) innermost() *candidate.Loop {
	if len(n.loops) == 0 {
		return nil
	}
	return n.loops[len(n.loops)-1]
}

// scout walks through an outermost loop once without writing it, to learn the
// accesses in it: what is logged at the head of an inner loop may come from
// code behind it.
func (w *Writer) scout(s *predicate.While) {
	sites, loops, pos := len(w.Key.Sites), len(w.Proc.LoopSites), w.last
	w.scouted, w.scouting = nil, true
	w.Collect(func() { w.Block(s.Body) })
	w.scouting = false
	w.Key.Sites, w.Proc.LoopSites, w.last = w.Key.Sites[:sites], w.Proc.LoopSites[:loops], pos
}
