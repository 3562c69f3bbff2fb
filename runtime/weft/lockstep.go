package weft

import "gv2/runtime/emulate"

// In lock step (Options.WarpSync) the lanes that execute together make each step
// together: every event of theirs happens before the next one of each of them.
// While a set of lanes stays together that is left implicit (view.together); it
// enters their clock when the set changes. Then it also reaches lanes that join one
// of them later, and other warps where one of them registers: the frontier of a
// lane may lie behind its last operation. That is why accesses advance a warp's
// position here.

// Together implements emulate.Observer.
func (t *trace) Together(w int, lanes emulate.Lanes) {
	state := &t.warps[w]
	if t.stopped || lanes == state.together && len(t.views(w, lanes)) < 2 {
		return
	}
	t.settle(w)
	state.together, state.quiet = lanes, 0
	t.unite(w, lanes)
}

// settle makes the clocks of the lanes that are together say what they did so
// far.
func (t *trace) settle(w int) {
	state := &t.warps[w]
	for _, v := range t.views(w, state.together) {
		if v.clock.reaches(w, state.pos-1, state.together) != state.together {
			c := v.clock.clone()
			c.advance(w, state.together|t.absent(w), state.pos-1)
			t.give(w, v.lanes, c)
		}
	}
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
