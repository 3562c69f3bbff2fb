package named

import (
	"fmt"

	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/predicate"
	"gv2/predicate/fact"
	"gv2/predicate/named/order"
)

// Barrier is a named barrier.
type Barrier struct {
	ID    int
	Index int // into Theory.Barriers
	// Threads can reach one of its operations.
	Threads kernel.ThreadSet
	// Phases are what successive generations are like, again and again: one phase
	// where all operations name the same number of threads.
	Phases []*Phase
	Src    kernel.Src // of its first operation
	// Of is the array that the barrier is an element of, if it stands for a barrier in memory (phases.go). Waiters may
	// then wait for it, whether or not they register, and Start is the generation that they have waited for before their first
	// wait: 0, or -1 where that wait is for the one before the first, which is complete from the beginning.
	Of      *kernel.Array
	Waiters kernel.ThreadSet
	Start   int64
	started bool // Start is known
	// Carried is set where agents register, when copies are over: that orders no access of a thread.
	Carried bool
}

// Phase is a kind of generation.
type Phase struct {
	// Count is the number of threads that its operations name.
	Count int64
	// Threads can reach one of them; those of syncers only syncs.
	Threads, Syncers kernel.ThreadSet
	src              kernel.Src
}

// Tells reports whether a registration on b orders an access before it: one of the thread itself (until is 0), or one of an
// agent that ends with the barrier of that id.
func (b *Barrier) Tells(until int) bool {
	if until == 0 {
		return !b.Carried
	}
	return until == b.ID
}

// phaseOf is the phase of operations for that many threads.
func (b *Barrier) phaseOf(count int64) (int, *Phase) {
	for i, p := range b.Phases {
		if p.Count == count {
			return i, p
		}
	}
	return -1, nil
}

// Next is the generation that a thread registers on after generation gen: the next
// one of a phase that it takes part in.
func (b *Barrier) Next(thread int, gen int64) int64 {
	n := int64(len(b.Phases))
	for d := int64(1); d <= n; d++ {
		if b.Phases[(gen+d-1)%n].Threads[thread] {
			return gen + d
		}
	}
	return gen + 1
}

// PhaseAt is the phase of b that an operation names the number of threads of.
func (g *Theory) PhaseAt(d *predicate.Do, b *Barrier) (int, *Phase) {
	return b.phaseOf(g.counts[d])
}

// mostPhaseBarriers bounds the barriers in memory.
const mostPhaseBarriers = 64

// mostIDs is how many barriers one operation may stand for: all that there are.
const mostIDs = order.Barriers

// enter notes who takes part in the barriers of an operation.
func (g *Theory) enter(byID map[int]*Barrier, op *surveyedOp, diags *diag.List) {
	s := op.stmt
	switch {
	case s.Of == nil && (op.ids.Lo < 0 || op.ids.Hi >= mostIDs):
		diags.Unsupportedf(s.Pos, "%s; it is not known to lie in 0..15", idText(op.ids))
		return
	case s.Of != nil && (op.ids.Lo < mostIDs || op.ids.Hi >= mostIDs+mostPhaseBarriers):
		diags.Unsupportedf(s.Pos, "it is not known which element of %s this is", s.Of.Label)
		return
	case s.Of != nil && (op.count.Lo != op.count.Hi || op.count.Lo < 1):
		diags.Unsupportedf(s.Pos, "it is not known which element of %s this is, or they expect different numbers of threads", s.Of.Label)
		return
	case op.count.Lo != op.count.Hi:
		diags.Unsupportedf(s.Pos, "a barrier whose number of threads is not constant; generations need a constant")
		return
	case len(op.threads.Stretches()) == 0:
		return // nobody comes here
	}
	g.counts[op.do] = op.count.Lo
	for id := int(op.ids.Lo); id <= int(op.ids.Hi); id++ {
		b := byID[id]
		if b == nil {
			n := len(op.threads)
			b = &Barrier{ID: id, Threads: make(kernel.ThreadSet, n), Waiters: make(kernel.ThreadSet, n), Src: s.Src, Of: s.Of}
			byID[id] = b
			g.Barriers = append(g.Barriers, b)
		}
		b.enter(op, int64(id))
		g.IDs[op.do] = append(g.IDs[op.do], b)
	}
}

// enter adds the threads that reach the operation with that id.
func (b *Barrier) enter(op *surveyedOp, id int64) {
	if op.stmt.Kind == kernel.Await {
		for t, here := range op.threads {
			b.Waiters[t] = b.Waiters[t] || here && id >= op.idOf[t].Lo && id <= op.idOf[t].Hi
		}
		return
	}
	b.Carried = b.Carried || op.stmt.Carried
	_, p := b.phaseOf(op.count.Lo)
	if p == nil {
		n := len(op.threads)
		p = &Phase{Count: op.count.Lo, Threads: make(kernel.ThreadSet, n), Syncers: make(kernel.ThreadSet, n), src: op.stmt.Src}
		b.Phases = append(b.Phases, p)
	}
	for t, here := range op.threads {
		if !here || id < op.idOf[t].Lo || id > op.idOf[t].Hi {
			continue
		}
		p.Syncers[t] = op.stmt.Kind == kernel.Sync && (p.Syncers[t] || !p.Threads[t])
		p.Threads[t], b.Threads[t] = true, true
	}
}

// check is the check of the count (C1), for each phase.
func (b *Barrier) check(diags *diag.List) {
	if b.Of != nil && len(b.Phases) != 1 {
		diags.Unsupportedf(b.Src.Pos, "nobody arrives at an element of %s", b.Of.Name)
	}
	for _, p := range b.Phases {
		come := int64(p.Threads.Size())
		switch {
		case b.Of != nil && come != p.Count:
			diags.Unsupportedf(p.src.Pos, "an element of %s expects %d arrivals a phase, and %d threads of the block may arrive at it", b.Of.Name, p.Count, come)
		case b.Of == nil && (p.Count%kernel.WarpSize != 0 || p.Count == 0):
			diags.Unsupportedf(p.src.Pos, "barrier %d is used with %d threads, which is not a multiple of the warp size", b.ID, p.Count)
		case come != p.Count:
			diags.Unsupportedf(p.src.Pos, "barrier %d expects %d threads, and %d threads of the block may take part in it: "+
				"it is not known which of them form a generation", b.ID, p.Count, come)
		case !p.Threads.Spellable():
			diags.Unsupportedf(p.src.Pos, "the threads of barrier %d lie too far apart for the prover", b.ID)
		}
	}
}

func idText(ids fact.Interval) string {
	if ids.Lo == ids.Hi {
		return fmt.Sprintf("barrier %d", ids.Lo)
	}
	return "a barrier whose id depends on more than the thread"
}
