package weft

import (
	"gv2/frontend/kernel"
	"gv2/runtime/emulate"
)

// view is the current point of some lanes of one warp with the same history.
type view struct {
	lanes emulate.Lanes
	clock *clock
	warp  int
	// together are the lanes of the warp in lock step with these: all events of
	// theirs before position now are visible. It is empty if threads run
	// freely.
	together emulate.Lanes
	now      int32
	agents   *blockAgents // nil in kernels without asynchronous operations
}

// before returns those of lanes of warp w whose actions at position pos happen
// before this point. It leaves out a thread's own program order.
func (v *view) before(w int, pos, stamp int32, lanes emulate.Lanes) emulate.Lanes {
	if v.agents != nil && w >= len(v.agents.exist) {
		return v.agents.before(v.clock, w, pos, lanes)
	}
	out := v.clock.reaches(w, pos, lanes)
	if v.together != 0 && w == v.warp && pos < v.now {
		out |= lanes & v.together
	}
	return out
}

// part is some lanes of a warp with one clock. It is private if no other part
// holds it, so that it may change.
type part struct {
	lanes   emulate.Lanes
	clock   *clock
	private bool
}

// warp is what the simulation keeps of one warp.
type warp struct {
	exist emulate.Lanes
	// pos numbers the operations of the warp, and with lock step its accesses too.
	pos int32
	// parts partition the lanes by clock; one in nearly all kernels.
	parts []part
	// quiet are lanes that met in the warp's latest operation, a WarpSync, and
	// have not accessed memory since: another WarpSync of theirs orders
	// nothing.
	quiet emulate.Lanes
	// together are the lanes in lock step now.
	together emulate.Lanes
	held     []emulate.BarrierOp
	exited   emulate.Lanes // as of the last time it ran; with the rule of Volta only
	own      *ownPast      // in kernels with asynchronous operations
}

// views splits lanes of warp w by their history. The result is valid until the
// next call.
func (t *trace) views(w int, lanes emulate.Lanes) []view {
	state := &t.warps[w]
	t.seen = t.seen[:0]
	for i := range state.parts {
		p := &state.parts[i]
		if here := lanes & p.lanes; here != 0 {
			t.seen = append(t.seen, view{here, p.clock, w, state.together, state.pos, t.agents})
			if lanes &^= here; lanes == 0 {
				break
			}
		}
	}
	return t.seen
}

// give sets the clock of lanes of warp w.
func (t *trace) give(w int, lanes emulate.Lanes, c *clock) {
	state := &t.warps[w]
	kept := state.parts[:0]
	for _, p := range state.parts {
		if p.clock == c {
			lanes |= p.lanes
		} else if p.lanes &^= lanes; p.lanes != 0 {
			kept = append(kept, p)
		}
	}
	state.parts = append(kept, part{lanes: lanes, clock: c})
	last := len(state.parts) - 1
	state.parts[0], state.parts[last] = state.parts[last], state.parts[0]
}

// ownClock joins the clocks of lanes of warp w into one of their own, which may
// change.
func (t *trace) ownClock(w int, lanes emulate.Lanes) *clock {
	state := &t.warps[w]
	for i := range state.parts {
		if p := &state.parts[i]; p.lanes == lanes {
			if p.private {
				t.changes(p.clock)
			} else {
				p.clock, p.private = p.clock.clone(), true
			}
			return p.clock
		}
	}
	var sum gathering
	for _, p := range state.parts {
		if p.lanes&lanes != 0 {
			sum.learn(p.clock)
		}
	}
	t.give(w, lanes, sum.node)
	state.parts[0].private = true
	return sum.node
}

// changes notes that a clock is about to change, so that generations that have
// joined it must join it again.
func (t *trace) changes(c *clock) {
	for id := range t.barriers {
		if g := &t.barriers[id].gathering; g.joined == c {
			g.joined = nil
		}
	}
}

// absent are the lanes of warp w that do not exist.
func (t *trace) absent(w int) emulate.Lanes { return ^t.warps[w].exist }

// thread is the linear index of a lane of warp w.
func thread(w, lane int) int { return w*kernel.WarpSize + lane }

// fencedView is a view of what happens before some proxy fence that happens before.
type fencedView struct{ *view }

func (v fencedView) before(a int, pos, _ int32, lanes emulate.Lanes) emulate.Lanes {
	switch c := v.clock.proxied; {
	case c == nil:
		return 0
	case a < len(v.agents.exist):
		return c.reaches(a, pos, lanes)
	default:
		return v.agents.before(c, a, pos, lanes)
	}
}

// fenced is the order of an access of the async proxy behind what the generic one wrote.
func (v *view) fenced() ordering {
	if v.agents == nil {
		return nil
	}
	return fencedView{v}
}
