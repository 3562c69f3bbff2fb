package weft

import (
	"fmt"
	"math/bits"

	"gv2/frontend/kernel"
	"gv2/runtime/emulate"
)

// recycle checks that an operation on generation g of a barrier happens after
// generation g-1 (WELLSYNC, Figure 4 and Theorem 1; order.Barrier.Unsafe): only
// then is it on generation g in every schedule.
func (t *trace) recycle(b *barrier, op *emulate.BarrierOp) {
	for _, v := range t.views(op.Warp, op.Lanes) {
		if v.clock.known(int(op.ID)) < b.Done { // rare: mostly the clock knows
			t.recycleUnheeded(b, op, v)
		}
	}
	if op.Object.Array != nil {
		t.learnUnheeded(b, op)
	}
}

// recycleUnheeded is recycle for lanes whose clock lacks the last generation: one
// of arrives alone may still be ordered, by its arrives.
func (t *trace) recycleUnheeded(b *barrier, op *emulate.BarrierOp, v view) {
	missing := t.missing(b, op, &v)
	if missing != nil && t.once(kernel.Recycling, op.Site, missing.site) {
		t.report(t.unsafe(b, op, &v, missing))
	}
}

// missing is a registration of the last generation of b that may be to come at v, nil if it is known
// to be complete there.
func (t *trace) missing(b *barrier, op *emulate.BarrierOp, v *view) *registration {
	return b.Unsafe(v.clock.known(int(op.ID)),
		func(r *registration) bool { return !r.arrive() },
		// What an agent does is not in its thread's order, and bytes may be missing when all have arrived.
		func(r *registration) bool {
			return r.site.Agent == nil && b.lastSum == 0 && t.unordered(r, v)&^executed(v.clock, int(r.warp), r.pos, r.lanes) == 0
		})
}

// learnUnheeded enters the last generation of b, an object in memory, into the clocks of lanes that know it
// by its arrives, or else the one before it: a wait by parity asks what its thread knows, and the generation that it is for may be over
// by then.
func (t *trace) learnUnheeded(b *barrier, op *emulate.BarrierOp) {
	type learnt struct {
		lanes      emulate.Lanes
		generation int32
	}
	var all []learnt
	for _, v := range t.views(op.Warp, op.Lanes) {
		switch known := v.clock.known(int(op.ID)); {
		case known < b.Done && t.missing(b, op, &v) == nil:
			all = append(all, learnt{v.lanes, b.Done})
		case known < b.Done-1 && b.Done-1 > b.base && b.beforeSum == 0 && allBefore(t, b, &v):
			all = append(all, learnt{v.lanes, b.Done - 1})
		}
	}
	for _, l := range all {
		t.ownClock(op.Warp, l.lanes).complete(int(op.ID), l.generation)
	}
}

// allBefore reports whether v is ordered after all arrives of the generation before the last one.
func allBefore(t *trace, b *barrier, v *view) bool {
	for i := range b.before {
		r := &b.before[i]
		if r.site.Agent != nil || t.unordered(r, v)&^executed(v.clock, int(r.warp), r.pos, r.lanes) != 0 {
			return false
		}
	}
	return true
}

// unordered returns those lanes of an arrive that do not happen before v.
func (t *trace) unordered(r *registration, v *view) emulate.Lanes {
	w := int(r.warp)
	before := v.before(w, r.pos, t.stamp(w), r.lanes)
	if w == v.warp {
		before |= t.ownArrive(r, v)
	}
	if before != 0 && r.site.Sync.Aligned {
		// An aligned arrive is one instruction of the whole warp: if one lane
		// has executed it, all have.
		return 0
	}
	return r.lanes &^ before
}

// ownArrive returns the lanes of v's own warp that program order alone puts
// before v: a thread's own, and those that executed an aligned arrive with it.
func (t *trace) ownArrive(r *registration, v *view) emulate.Lanes {
	if own := v.lanes & r.lanes; own == v.lanes && (r.site.Sync.Aligned || bits.OnesCount32(own) == 1) {
		return own
	}
	return 0
}

// unsafe is the fault of an operation that may fall into the generation before
// its own.
func (t *trace) unsafe(b *barrier, op *emulate.BarrierOp, v *view, other *registration) Fault {
	late, early := t.opParty(op), t.party(other)
	late.Threads = t.lanesOf(op.Warp, v.lanes).ranges()
	late.Thread, early.Thread = t.witness(b, v, other)
	which := fmt.Sprintf("for generation %d of %s is not ordered after generation %d", b.Open(), t.name(int(op.ID)), b.Done)
	ahead, behind := t.lanesOf(op.Warp, v.lanes), t.lanesOf(int(other.warp), other.lanes)
	text := fmt.Sprintf("the %s of %s %s: nothing makes %s wait until %s %s synced at %s, so both may fall into one generation, one use of the barrier",
		late.Kind, named(t, ahead), which, ahead.verb("it", "them"), named(t, behind), behind.verb("has", "have"), place(other.site))
	if !b.Last.Heeded {
		text = fmt.Sprintf("%s %s: that one consists of arrives alone, and %s at %s may come later, so the two may swap places",
			names(t).Its(late.Thread, late.Kind), which, names(t).Its(early.Thread, ""), place(other.site))
	}
	return Fault{Property: kernel.Recycling, Kind: KindUnsafe, Message: text, At: []Party{late, early}}
}

// witness picks a thread of v and another one of the registration that is not
// ordered before it.
func (t *trace) witness(b *barrier, v *view, other *registration) (late, early int) {
	first, lanes := firstLane(v.lanes), other.lanes
	if !b.Last.Heeded {
		lanes = t.unordered(other, v)
	}
	l := firstLane(lanes)
	if v.warp == int(other.warp) && l == first {
		if rest := lanes &^ (1 << l); rest != 0 {
			l = firstLane(rest)
		} else {
			first = firstLane(v.lanes &^ (1 << l))
		}
	}
	return thread(v.warp, first), thread(int(other.warp), l)
}
