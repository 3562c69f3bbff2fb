package weft

import (
	"fmt"
	"slices"

	"gv2/frontend/kernel"
	"gv2/predicate/named/order"
	"gv2/runtime/emulate"
)

// Barriers in memory (kernel.Phase). Their phases are generations: an arrive registers,
// and the check of recycling applies as at any barrier, so that every execution has the
// same arrives in each phase. A wait is a separate operation with the token of a phase. It
// returns when that phase is complete, and what its arrivals know happens before what
// follows.
//
// A token is valid until the next phase is complete, because a device has one bit for it.
// So in no execution may the next phase be complete before a thread has waited. A wait
// that is too late in this execution is a fault at once; any other wait must happen before
// one of the arrivals that complete the next phase.

// phases is what a barrier in memory has besides a numbered one.
type phases struct {
	// ready is set once the barrier is initialised, for expected threads.
	ready    bool
	expected int64
	// width is the number of elements that it takes.
	width int64
	// series is the number of its initialisation in this block, which tokens contain.
	series int64
	// past is the clock that a wait for the last complete phase joins.
	past *clock
	// waiting are lanes that wait for the open phase, passed those that have waited for
	// the last one.
	waiting, passed []waited
}

// waited is a set of lanes of a warp that wait, with the position from which they continue.
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

// enter performs the part of an operation on a barrier in memory that numbered barriers
// do not have. It reports whether the caller must still register the threads.
func (t *trace) enter(op *emulate.BarrierOp) bool {
	b, does := t.barrier(op), op.Site.Sync
	switch {
	case !does.Registers && !does.Waits:
		// Initialisation forgets earlier arrivals on a barrier at that place. If they are
		// not ordered before it, the check of races reports that.
		t.series++
		b.Now.Registrations, b.Now.Registered = b.Now.Registrations[:0], 0
		b.gathering, b.phases = gathering{}, phases{ready: true, expected: op.Count, width: int64(does.Object.Memory.Width), series: t.series}
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

// generationBits is how many bits of a token hold a generation.
const generationBits = 32

// token is what an arrive on the open generation of b returns. It tells the barrier and its
// initialisation apart from others: a wait needs a token of the same barrier.
func (b *barrier) token() int64 { return b.series<<generationBits | int64(b.Open()) }

// asData stops the trace where an access may be to the memory of a barrier that has been
// initialised, and is not the barrier's own. What an object holds is the library's: a store
// destroys it, and a load is not ordered with the arrivals of others. That is no fault if the
// barrier is not used any more, which is not known here.
func (t *trace) asData(a *emulate.Access) {
	for i := order.Barriers; i < len(t.barriers); i++ {
		b := &t.barriers[i]
		if !b.ready || t.program.Kernel().Arrays[a.Site.Array] != b.object.Array {
			continue
		}
		at := a.Unknown != 0 && !ofBarrier(a.Site)
		for lanes := a.Lanes; lanes != 0 && !at; lanes &= lanes - 1 {
			index := a.Index[firstLane(lanes)]
			own := ofBarrier(a.Site) && a.Base == 0 && index == b.object.Index
			at = !own && (a.Base != 0 || index < b.object.Index+b.width && b.object.Index < index+int64(a.Site.Width))
		}
		if at {
			t.err = fmt.Errorf("%s is accessed as data at %s, which may change it or come between its operations", t.name(i), place(a.Site))
			t.halt()
			return
		}
	}
}

// ofBarrier reports whether an access is part of an operation on a barrier.
func ofBarrier(site *emulate.Site) bool {
	switch s := site.Stmt.(type) {
	case *kernel.Load:
		return s.OfBarrier
	case *kernel.Store:
		return s.OfBarrier
	default: // an operation on a barrier only loads and stores its memory; atomics are the program's
		return false
	}
}

// await lets lanes wait for the phase of their token.
func (t *trace) await(b *barrier, op *emulate.BarrierOp) {
	w := waited{op.Site, op.Warp, op.Lanes, 0}
	series, phase := op.Token>>generationBits, op.Token&(1<<generationBits-1)
	switch {
	case series != b.series || phase == 0 || phase > int64(b.Open()) || phase == int64(b.Open()) && b.Now.Empty():
		who := t.lanesOf(op.Warp, op.Lanes)
		t.stop(Fault{Property: kernel.Recycling, Kind: KindToken, At: []Party{t.waiter(waiting{site: w.site, threads: t.lanesOf(w.warp, w.lanes)})},
			Message: fmt.Sprintf("%s %s at %s with a token that no arrive on it has returned", who, who.verb("waits", "wait"), t.name(int(op.ID)))})
	case phase == int64(b.Open()):
		b.waiting = append(b.waiting, w)
	case phase == int64(b.Done):
		t.pass(int(op.ID), w)
	default:
		t.stop(t.late(int(op.ID), w, phase))
	}
}

// heldUp stops the trace where, in lock step, a part of a warp registers while another part
// waits for a phase. A warp in lock step goes on only after that wait: if the phase needs what
// the warp does later, the wait never ends, and this execution is none.
func (t *trace) heldUp(op *emulate.BarrierOp) bool {
	if !t.o.WarpSync {
		return false
	}
	for i := order.Barriers; i < len(t.barriers); i++ {
		for _, w := range t.barriers[i].waiting {
			if w.warp == op.Warp {
				here, there := t.lanesOf(op.Warp, op.Lanes), t.lanesOf(w.warp, w.lanes)
				t.err = fmt.Errorf("%s %s at %s while %s of the same warp %s at %s, which a warp in lock step does not do",
					here, here.verb("registers", "register"), place(op.Site), there, there.verb("waits", "wait"), place(w.site))
				t.halt()
				return true
			}
		}
	}
	return false
}

// pass lets lanes continue that have waited for the last complete phase of barrier id.
func (t *trace) pass(id int, w waited) {
	b := &t.barriers[id]
	// Lanes that wait together do not join each other's clocks.
	for _, v := range slices.Clone(t.views(w.warp, w.lanes)) {
		t.ownClock(w.warp, v.lanes).join(b.past)
	}
	state := &t.warps[w.warp]
	state.quiet, w.pos = 0, state.pos
	b.passed = append(b.passed, w)
	t.tell(id, w.site, w.warp, w.lanes, b.Done, false)
	t.machine.Release(w.warp, w.lanes, emulate.Result{})
}

// turn follows the completion of a phase of barrier id; node joins the clocks of
// its arrivals.
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
		t.pass(id, w)
	}
}

// late is the fault of a wait for a phase when the next one may be complete.
func (t *trace) late(id int, w waited, phase int64) Fault {
	who := t.lanesOf(w.warp, w.lanes)
	return Fault{Property: kernel.Recycling, Kind: KindToken, At: []Party{t.waiter(waiting{site: w.site, threads: t.lanesOf(w.warp, w.lanes)})},
		Message: fmt.Sprintf("%s %s for generation %d of %s, and nothing keeps generation %d from being complete by then: its token is no longer valid",
			who, who.verb("waits", "wait"), phase, t.name(id), phase+1)}
}
