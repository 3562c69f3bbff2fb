package weft

import (
	"fmt"
	"math/bits"
	"slices"

	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/predicate/named/order"
	"gv2/runtime/emulate"
	"gv2/runtime/weft/naming"
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
//
// A wait by parity returns if the number c of complete phases is not of that parity. So
// the thread waits for phase k, counted from 0, if c is k or k + 1 whenever it asks. The
// least that c can be is what the thread knows: that tells which k it means. That c is not
// larger is the check above.
//
// A phase may expect bytes besides arrivals. It is complete in this execution when arrivals and bytes
// have come; that it is not complete earlier in another one holds if what is expected is expected
// before some arrival: then all of it is, once all have arrived, and the bytes that come are no more
// than those, or the phase would end with some left. Copies end as soon as they are started here.

// phases is what a barrier in memory has besides a numbered one.
type phases struct {
	// ready is set once the barrier is initialised, for expected threads.
	ready    bool
	expected int64
	// width is the number of elements that it takes.
	width int64
	// series is the number of its initialisation in this block, which tokens contain, and base the number of
	// generations of that memory that were complete before.
	series int64
	base   int32
	// past is the clock that a wait for the last complete phase joins.
	past *clock
	// bytes are those that the open phase expects, less those that have come. drops are how many
	// arrivals less later phases expect.
	bytes, drops int64
	// expects are the operations by which the open phase expects bytes, but for those of arrivals.
	expects []registration
	made    string // where
	// sums are the bytes that the open and the last phase have expected in all.
	sum, lastSum int64
	// before are the arrives of the generation before the last one, and beforeSum the bytes that it expected.
	before    []registration
	beforeSum int64
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
	KindTwice         = "initialised-twice"
	KindToken         = "token"       // recycling: a wait for a phase that is long over, or is none
	KindParity        = "parity"      // recycling: a wait by parity that is neither 0 nor 1
	KindLate          = "late-wait"   // recycling: a wait by parity that may be for a later phase
	KindExpected      = "late-expect" // recycling: bytes that a phase expects when it may be over
)

// enter performs the part of an operation on a barrier in memory that numbered barriers
// do not have. It reports whether the caller must still register the threads.
func (t *trace) enter(op *emulate.BarrierOp) bool {
	b, s := t.barrier(op), op.Site.Stmt.(*kernel.Phase)
	switch {
	case s.Op == kernel.PhaseInit:
		if op.Count <= 0 {
			return misused(t, op, kernel.Count, KindZero, fmt.Sprintf("%s expects %d arrivals", t.name(int(op.ID)), op.Count))
		}
		if !s.Anew && (b.ready || bits.OnesCount32(op.Lanes) > 1) {
			return misused(t, op, kernel.Count, KindTwice, naming.InitialisedTwice(t.name(int(op.ID)), named(t, t.lanesOf(op.Warp, op.Lanes)), b.made))
		}
		t.series++
		b.Now.Registrations, b.Now.Registered = b.Now.Registrations[:0], 0
		b.gathering, b.phases = gathering{}, phases{ready: true, expected: op.Count, width: int64(s.At.Width), made: place(op.Site), series: t.series, base: b.Done}
	case !b.ready:
		return misused(t, op, kernel.Count, KindUninitialised, t.name(int(op.ID))+" is used before it is initialised")
	case s.Parity != nil && op.Token != 0 && op.Token != 1:
		return misused(t, op, kernel.Recycling, KindParity, naming.NoParity(t.name(int(op.ID)), named(t, t.lanesOf(op.Warp, op.Lanes)), op.Token))
	case s.Op == kernel.PhaseInvalidate:
		b.gathering, b.phases = gathering{}, phases{}
		b.Now.Registrations, b.Now.Registered = b.Now.Registrations[:0], 0
	case s.Op == kernel.PhaseWait && s.Parity != nil:
		t.awaitParity(b, op)
		return false
	case s.Op == kernel.PhaseWait:
		t.await(b, op)
		return false
	case s.Op == kernel.PhaseTest:
		// Nothing is known of its result, so it orders nothing.
	case s.Op == kernel.PhaseArrive:
		op.Count = b.expected
		if s.Drop {
			b.drops += t.weight(op)
		}
		b.expect(op)
		return true
	default:
		t.transact(b, op, s)
		return false
	}
	t.machine.Release(op.Warp, op.Lanes, emulate.Result{})
	return false
}

// misused stops the trace at an operation on a barrier in memory that PTX leaves undefined.
func misused(t *trace, op *emulate.BarrierOp, p kernel.Property, kind, text string) bool {
	t.stop(Fault{Property: p, Kind: kind, At: []Party{t.opParty(op)}, Message: text})
	return false
}

// expect adds the bytes of an operation to those that the open phase expects.
func (b *barrier) expect(op *emulate.BarrierOp) {
	n := op.Bytes * int64(bits.OnesCount32(op.Lanes))
	b.bytes += n
	b.sum += n
}

// bytesText tells the bytes that are missing from the open phase, or are too many.
func (b *barrier) bytesText() string {
	switch {
	case b.bytes > 0:
		return ", and " + diag.Count(b.bytes, "byte") + " less than expected"
	case b.bytes < 0:
		return ", and " + diag.Count(-b.bytes, "byte") + " more than expected"
	}
	return ""
}

// transact is an operation on the bytes that the open phase of b expects.
func (t *trace) transact(b *barrier, op *emulate.BarrierOp, s *kernel.Phase) {
	if t.heldUp(op) {
		return
	}
	b.Now.Expected = b.expected
	if t.overrun(b, op, s) {
		return
	}
	t.recycle(b, op)
	state := &t.warps[op.Warp]
	at := registration{op.Site, op.Lanes, int32(op.Warp), state.pos}
	if s.Op == kernel.PhaseExpect {
		b.expect(op)
		b.expects = append(b.expects, at)
	} else {
		b.bytes -= op.Bytes * int64(bits.OnesCount32(op.Lanes))
		for _, v := range t.views(op.Warp, op.Lanes) {
			b.learn(v.clock)
		}
		t.release(b.node, op.Warp, op.Lanes)
	}
	state.pos++
	state.quiet = 0
	t.machine.Release(op.Warp, op.Lanes, emulate.Result{})
	if !t.stopped && t.complete(b) {
		t.finish(int(op.ID))
	}
}

// overrun stops the trace at bytes that come when the phase may not have begun: the last one had bytes of its
// own, and the thread does not know that it is complete, so these may be among them.
func (t *trace) overrun(b *barrier, op *emulate.BarrierOp, s *kernel.Phase) bool {
	if b.Done == b.base || b.lastSum == 0 {
		return false
	}
	for _, v := range t.views(op.Warp, op.Lanes) {
		if v.clock.known(int(op.ID)) < b.Done {
			what := "that come"
			if s.Op == kernel.PhaseExpect {
				what = "that are expected"
			}
			t.stop(Fault{Property: kernel.Count, Kind: KindTooMany, At: []Party{t.opParty(op)},
				Message: fmt.Sprintf("nothing orders the %d bytes %s here after generation %d of %s, which expects %d: they may be more than it expects",
					op.Bytes, what, b.Done-b.base, t.name(int(op.ID)), b.lastSum)})
			return true
		}
	}
	return false
}

// executed is those of lanes of warp w that have executed what they did at pos before node, visibly or
// not.
func executed(node *clock, w int, pos int32, lanes emulate.Lanes) emulate.Lanes {
	out := node.reaches(w, pos, lanes)
	if node.control != nil {
		out |= node.control.reaches(w, pos, lanes)
	}
	return out
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

// ofBarrier reports whether an access is part of an operation on a barrier; atomics are the program's.
func ofBarrier(site *emulate.Site) bool {
	load, loads := site.Stmt.(*kernel.Load)
	store, stores := site.Stmt.(*kernel.Store)
	return loads && load.OfBarrier || stores && store.OfBarrier
}

// awaitParity lets lanes wait for the phase of a parity that is the next one, or the last one, of
// which they know.
func (t *trace) awaitParity(b *barrier, op *emulate.BarrierOp) {
	t.learnUnheeded(b, op)
	var lists []waited
	var meant, knows []int64
	for _, v := range t.views(op.Warp, op.Lanes) {
		known := int64(v.clock.known(int(op.ID)) - b.base)
		if known < 0 {
			known = 0 // of an earlier life of the barrier
		}
		knows = append(knows, known+int64(b.base))
		if known%2 == op.Token {
			known++ // the phase with the number of those that are known to be complete
		}
		lists, meant = append(lists, waited{op.Site, op.Warp, v.lanes, 0}), append(meant, known+int64(b.base))
	}
	b.Now.Expected = b.expected
	for i, w := range lists {
		if t.stopped {
			return
		}
		phase := meant[i]
		if phase < int64(b.Done) && t.once(kernel.Recycling, w.site, nil) {
			t.report(t.late(int(op.ID), w, phase))
		}
		switch {
		case phase == int64(b.Open()):
			b.waiting = append(b.waiting, w)
		case phase == int64(b.Done):
			t.pass(int(op.ID), w)
		case phase <= knows[i]:
			// The thread may have asked before the others went on, since nothing orders that it asks after
			// them. It has learnt nothing.
			t.machine.Release(w.warp, w.lanes, emulate.Result{})
		default:
			t.halt()
			return
		}
	}
}

// await lets lanes wait for the phase of their token.
func (t *trace) await(b *barrier, op *emulate.BarrierOp) {
	w := waited{op.Site, op.Warp, op.Lanes, 0}
	b.Now.Expected = b.expected
	series, phase := op.Token>>generationBits, op.Token&(1<<generationBits-1)
	switch {
	case series != b.series || phase == 0 || phase > int64(b.Open()) || phase == int64(b.Open()) && b.Now.Empty():
		who := t.lanesOf(op.Warp, op.Lanes)
		t.stop(Fault{Property: kernel.Recycling, Kind: KindToken, At: []Party{t.waiter(waiting{site: w.site, threads: t.lanesOf(w.warp, w.lanes)})},
			Message: fmt.Sprintf("%s %s at %s with a token that no arrive on it has returned", named(t, who), who.verb("waits", "wait"), t.name(int(op.ID)))})
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
					named(t, here), here.verb("registers", "register"), place(op.Site), named(t, there), there.verb("waits", "wait"), place(w.site))
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
	// Lanes that wait together do not join each other's clocks. Before the first phase there is none.
	for _, v := range slices.Clone(t.views(w.warp, w.lanes)) {
		if b.past != nil {
			t.ownClock(w.warp, v.lanes).join(b.past)
		}
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
		if left := w.lanes &^ executed(node, w.warp, w.pos, w.lanes); left != 0 && t.once(kernel.Recycling, w.site, nil) {
			w.lanes = left
			t.report(t.late(id, w, int64(b.Done)-1))
		}
	}
	lateExpects(t, id, node, b.Done)
	b.expected -= b.drops
	b.lastSum = b.sum
	b.expects, b.drops, b.sum = b.expects[:0], 0, 0
	waiting := b.waiting
	b.past, b.waiting, b.passed = node, nil, nil
	for _, w := range waiting {
		t.pass(id, w)
	}
}

// lateExpects reports bytes that generation g of barrier id expects though all may have arrived before.
func lateExpects(t *trace, id int, node *clock, g int32) {
	b := &t.barriers[id]
	for i := range b.expects {
		r := &b.expects[i]
		if left := r.lanes &^ executed(node, int(r.warp), r.pos, r.lanes); left != 0 && t.once(kernel.Recycling, r.site, nil) {
			t.report(unexpected(t, id, r, g))
		}
	}
}

// unfinished looks, when the block has ended, at phases that all have arrived on and that are open for their
// bytes: in another execution they may be complete before these were expected, or have come.
func unfinished(t *trace) {
	for id := order.Barriers; id < len(t.barriers); id++ {
		b := &t.barriers[id]
		if !b.ready || b.Now.Empty() || b.Now.Registered < b.Now.Expected || b.bytes == 0 {
			continue
		}
		lateExpects(t, id, b.node, b.Open())
		if b.bytes < 0 {
			t.report(Fault{Property: kernel.Count, Kind: KindTooMany, At: []Party{t.party(&b.Now.Registrations[0])},
				Message: fmt.Sprintf("generation %d of %s gets %s more than it expects", b.Open()-b.base, t.name(id), diag.Count(-b.bytes, "byte"))})
		}
	}
}

// unexpected is the fault of bytes that a phase expects too late.
func unexpected(t *trace, id int, r *registration, g int32) Fault {
	who := t.lanesOf(int(r.warp), r.lanes)
	return Fault{Property: kernel.Recycling, Kind: KindExpected, At: []Party{t.party(r)},
		Message: fmt.Sprintf("%s %s bytes in generation %d of %s, and none of its arrivals is ordered after that: the generation may be complete before",
			named(t, who), who.verb("expects", "expect"), g-t.barriers[id].base, t.name(id))}
}

// late is the fault of a wait for a phase when the next one may be complete.
func (t *trace) late(id int, w waited, phase int64) Fault {
	who := t.lanesOf(w.warp, w.lanes)
	at := []Party{t.waiter(waiting{site: w.site, threads: t.lanesOf(w.warp, w.lanes)})}
	if s, ok := w.site.Stmt.(*kernel.Phase); ok && s.Parity != nil {
		if phase -= int64(t.barriers[id].base); phase < 1 {
			return Fault{Property: kernel.Recycling, Kind: KindLate, At: at,
				Message: fmt.Sprintf("%s %s at %s by a parity that holds before generation 1 is complete, and nothing keeps that from being complete by then: the wait would be for generation 2",
					named(t, who), who.verb("waits", "wait"), t.name(id))}
		}
		return Fault{Property: kernel.Recycling, Kind: KindLate, At: at,
			Message: fmt.Sprintf("%s %s by parity for generation %d of %s, and nothing keeps generation %d from being complete by then: the wait would be for generation %d",
				named(t, who), who.verb("waits", "wait"), phase, t.name(id), phase+1, phase+2)}
	}
	return Fault{Property: kernel.Recycling, Kind: KindToken, At: at,
		Message: fmt.Sprintf("%s %s for generation %d of %s, and nothing keeps generation %d from being complete by then: its token is no longer valid",
			named(t, who), who.verb("waits", "wait"), phase, t.name(id), phase+1)}
}
