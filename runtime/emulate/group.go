package emulate

// group is a set of lanes that execute together.
type group struct {
	pc   int32
	mask Lanes
}

// add puts lanes at pc, into the group there if one exists.
func (w *warp) add(pc int32, mask Lanes) {
	for i := range w.groups {
		if w.groups[i].pc == pc {
			w.groups[i].mask |= mask
			return
		}
	}
	w.groups = append(w.groups, group{pc, mask})
}

// least is the least pc of the groups below bound, bound if there is none.
func (w *warp) least(bound int32) int32 {
	for _, g := range w.groups {
		bound = min(bound, g.pc)
	}
	return bound
}

// take removes the group with the least pc; ok is false if none is below bound.
func (w *warp) take(bound int32) (g group, ok bool) {
	pc := w.least(bound)
	for i := range w.groups {
		if g = w.groups[i]; g.pc == pc && pc < bound {
			last := len(w.groups) - 1
			w.groups[i] = w.groups[last]
			w.groups = w.groups[:last]
			return g, true
		}
	}
	return group{}, false
}
