package weft

import "gv2/runtime/emulate"

// In lock step (Options.WarpSync) the lanes that execute together make each step
// together: every event of theirs happens before the next one of each of them.
// While a set of lanes stays together that is left implicit (view.together); it
// enters their clock when the set changes or when they register at a barrier.
// There it also reaches other warps, and lanes that were with one of them before:
// the frontier of a lane may thus lie behind its last operation. That is why
// accesses advance a warp's position here.

// Together implements emulate.Observer.
func (t *trace) Together(w int, lanes emulate.Lanes) {
	state := &t.warps[w]
	if t.stopped || lanes == state.together {
		return
	}
	t.settle(w)
	state.together = lanes
	t.unite(w, lanes)
}

// settle makes the clocks of the lanes that are together say what they did so
// far.
func (t *trace) settle(w int) {
	state := &t.warps[w]
	lanes := state.together
	t.unite(w, lanes)
	views := t.views(w, lanes)
	if len(views) != 1 || lanes&(lanes-1) == 0 {
		return
	}
	c := views[0].clock
	if c.reaches(w, state.pos-1, lanes) == lanes {
		return
	}
	c = c.clone()
	c.advance(w, lanes|t.absent(w), state.pos-1)
	t.give(w, lanes, c)
}

// unite lets the lanes that are together know what each of them knows.
func (t *trace) unite(w int, lanes emulate.Lanes) {
	views := t.views(w, lanes)
	if len(views) < 2 {
		return
	}
	c := views[0].clock.clone()
	for _, v := range views[1:] {
		c.join(v.clock)
	}
	t.give(w, lanes, c)
}
