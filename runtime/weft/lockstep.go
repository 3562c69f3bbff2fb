package weft

import "gv2/runtime/emulate"

// In lock step (Options.WarpSync) the lanes that execute together take each step
// together: every event of theirs happens before the next one of each of them.
// While a set of lanes stays together this order is implicit (view.together);
// settle enters it into their clock when the set changes. Then it also reaches
// lanes that join one of them later, and other warps where one of them registers:
// the frontier of a lane may lie behind its last operation. That is why accesses
// advance a warp's position here.

// Together implements emulate.Observer.
func (t *trace) Together(w int, lanes emulate.Lanes) {
	state := &t.warps[w]
	if t.stopped || lanes == state.together && len(t.views(w, lanes)) < 2 {
		return
	}
	if state.together&^lanes == 0 {
		t.settle(w, lanes) // so that lanes that join learn of it
	} else {
		var room [4]part // settle changes the parts
		for _, p := range append(room[:0], state.parts...) {
			t.settle(w, p.lanes&state.together)
		}
		if len(t.views(w, lanes)) > 1 {
			t.ownClock(w, lanes)
		}
	}
	state.together, state.quiet = lanes, 0
}

// settle enters what the lanes together have done so far into the clock of
// lanes of warp w.
func (t *trace) settle(w int, lanes emulate.Lanes) {
	state := &t.warps[w]
	views := t.views(w, lanes)
	if len(views) == 0 || len(views) == 1 && views[0].clock.reaches(w, state.pos-1, state.together) == state.together {
		return
	}
	if c := t.ownClock(w, lanes); state.together != 0 {
		c.advance(w, state.together|t.absent(w), state.pos-1)
	}
}
