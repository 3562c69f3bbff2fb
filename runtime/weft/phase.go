package weft

import (
	"fmt"
	"slices"

	"gv2/frontend/kernel"
	"gv2/runtime/emulate"
)

// Barriers that lie in memory (kernel.Phase). Their phases are generations: an arrive
// registers, and recycling is checked there as at any barrier, so that every execution has
// the same arrives in each phase. To wait is an operation by itself, with the token of a
// phase. It returns when that phase is complete, and what its arrivals know happens before
// what follows.
//
// A token is good until the next phase is complete; a device has one bit for it. So the
// phase behind the one that a thread waits for must not be complete before it has waited,
// in no execution: of those that wait too late here that is plain, and of the others the
// wait has to happen before one of the arrivals that complete the next phase.

// phases is what a barrier in memory has besides a numbered one.
type phases struct {
	// ready is set when the barrier is initialised, for that many threads.
	ready    bool
	expected int64
	// first is the generation that its first phase is.
	first int64
	// past is what a wait for the last complete phase brings.
	past *clock
	// waiting are those that wait for the open phase, passed those that have waited for
	// the last one.
	waiting, passed []waited
}

// waited is lanes of a warp that wait, at the position from which they go on.
type waited struct {
	site  *emulate.Site
	warp  int
	lanes emulate.Lanes
	pos   int32
}

// Kinds of faults of barriers in memory.
const (
	KindUninitialised = "not-initialised"
	KindToken         = "token" // recycling: a wait for a phase that is long over, or is none
)

// enter performs an operation on a barrier in memory as far as it differs from one on a
// numbered barrier. It reports whether the threads are still to be registered.
func (t *trace) enter(op *emulate.BarrierOp) bool {
	b, does := t.barrier(op), op.Site.Sync
	switch {
	case !does.Registers && !does.Waits:
		// Whoever arrived before on what lay there is forgotten; that it is over for them
		// is the business of races.
		b.Now.Registrations, b.Now.Registered = b.Now.Registrations[:0], 0
		b.gathering, b.phases = gathering{}, phases{ready: true, expected: op.Count, first: int64(b.Open())}
		t.machine.Release(op.Warp, op.Lanes, emulate.Result{})
		return false
	case !b.ready:
		t.stop(Fault{Property: kernel.Count, Kind: KindUninitialised, At: []Party{t.opParty(op)},
			Message: t.name(int(op.ID)) + " is used before it is initialised"})
		return false
	case !does.Registers:
		t.await(b, op)
		return false
	}
	op.Count = b.expected
	return true
}

// await lets lanes wait for the phase of their token.
func (t *trace) await(b *barrier, op *emulate.BarrierOp) {
	w := waited{op.Site, op.Warp, op.Lanes, 0}
	switch phase := op.Token; {
	case phase < b.first || phase > int64(b.Open()) || phase == int64(b.Open()) && b.Now.Empty():
		who := t.lanesOf(op.Warp, op.Lanes)
		t.stop(Fault{Property: kernel.Recycling, Kind: KindToken, At: []Party{t.waiter(waiting{site: w.site, threads: t.lanesOf(w.warp, w.lanes)})},
			Message: fmt.Sprintf("%s %s at %s with a token that no arrive on it has returned", who, who.verb("waits", "wait"), t.name(int(op.ID)))})
	case phase == int64(b.Open()):
		b.waiting = append(b.waiting, w)
	case phase == int64(b.Done):
		t.pass(b, w)
	default:
		t.stop(t.late(int(op.ID), w, phase))
	}
}

// pass lets lanes go on that have waited for the last complete phase.
func (t *trace) pass(b *barrier, w waited) {
	// Lanes that wait together do not learn what they know of each other.
	for _, v := range slices.Clone(t.views(w.warp, w.lanes)) {
		t.ownClock(w.warp, v.lanes).join(b.past)
	}
	state := &t.warps[w.warp]
	state.quiet, w.pos = 0, state.pos
	b.passed = append(b.passed, w)
	t.machine.Release(w.warp, w.lanes, emulate.Result{})
}

// turn follows the completion of a phase of barrier id, whose arrivals know node.
func (t *trace) turn(id int, node *clock) {
	b := &t.barriers[id]
	for _, w := range b.passed {
		if left := w.lanes &^ node.reaches(w.warp, w.pos, w.lanes); left != 0 && t.once(kernel.Recycling, w.site, nil) {
			w.lanes = left
			t.report(t.late(id, w, int64(b.Done)-1))
		}
	}
	waiting := b.waiting
	b.past, b.waiting, b.passed = node, nil, nil
	for _, w := range waiting {
		t.pass(b, w)
	}
}

// late is the fault of waiting for a phase when the next one may be complete.
func (t *trace) late(id int, w waited, phase int64) Fault {
	who := t.lanesOf(w.warp, w.lanes)
	return Fault{Property: kernel.Recycling, Kind: KindToken, At: []Party{t.waiter(waiting{site: w.site, threads: t.lanesOf(w.warp, w.lanes)})},
		Message: fmt.Sprintf("%s %s for generation %d of %s, and nothing keeps generation %d from being complete by then: its token is no good any more",
			who, who.verb("waits", "wait"), phase, t.name(id), phase+1)}
}
