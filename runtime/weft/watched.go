package weft

import "gv2/runtime/emulate"

// watched is an element on which something raced, in the second run.
type watched struct {
	*suspect
	number int32   // in pairs.list
	log    []entry // accesses of this block, as they happened
	// alike is the place from which on the log consists of writes that store the same.
	alike  int
	marks  []mark
	busy   bool      // in pairs.busy
	looked bool      // the run compares its accesses
	tests  int       // comparisons made
	found  cellState // races found within a block
	groups []group
	// groupTests are comparisons made of groups.
	groupTests int
	// partial is set if a limit left out accesses that may race harmfully, cut if
	// one left out any.
	partial, cut bool
}

// entry is an access. Its time is the number of access events of its warp so far:
// unlike the place in the log it does not depend on the schedule.
type entry struct {
	record
	time int32
	kind accessKind
	may  bool
	stored
}

// sameWrite reports whether two entries are writes that store the same.
func (e *entry) sameWrite(f *entry) bool {
	return e.kind == writes && f.kind == writes && e.stored.same(f.stored)
}

// mark means that entries of the log before at are ordered before everything
// that the lanes of the warp do from now on, or are their own.
type mark struct {
	warp  int32
	lanes emulate.Lanes
	at    int
}

const (
	marksMost  = 64
	lookBehind = 16 // entries searched for a repeated access
)

// clear forgets the accesses of a block.
func (w *watched) clear() { w.log, w.marks, w.busy, w.alike = w.log[:0], w.marks[:0], false, 0 }

// append adds an entry to the log.
func (w *watched) append(e *entry) {
	if n := len(w.log); n > 0 && !e.sameWrite(&w.log[n-1]) || e.kind != writes {
		w.alike = n
	}
	w.log = append(w.log, *e)
}

// repeats reports whether an access adds no pair to those of an earlier one: the
// same lanes did the same in the same segment. An access that races with one
// races with both.
func (w *watched) repeats(e *entry) bool {
	for i := len(w.log) - 1; i >= 0 && i >= len(w.log)-lookBehind; i-- {
		old := &w.log[i]
		if !old.together(&e.record) {
			return false // no need to look further: a warp mostly runs until it waits
		}
		if old.site == e.site && old.lanes&e.lanes == e.lanes && old.may == e.may && old.stored == e.stored {
			return true
		}
	}
	return false
}

// foundEnough reports whether the second run has found a race as certain as
// that of the first.
func (w *watched) foundEnough() bool {
	if w.state&raced != 0 {
		return w.found&raced != 0
	}
	return w.found != 0
}

// mark is the first entry that has to be compared with e.
func (w *watched) mark(e *entry) int {
	at := 0
	for i := range w.marks {
		if m := &w.marks[i]; m.warp == e.warp && m.lanes&e.lanes == e.lanes {
			at = max(at, m.at)
		}
	}
	return at
}

func (w *watched) setMark(e *entry, at int) {
	for i := range w.marks {
		if m := &w.marks[i]; m.warp == e.warp && m.lanes == e.lanes {
			m.at = at
			return
		}
	}
	if at > 0 && len(w.marks) < marksMost {
		w.marks = append(w.marks, mark{e.warp, e.lanes, at})
	}
}

// drop forgets the oldest n entries for lack of room, and returns n.
func (w *watched) drop(n int) int {
	w.partial, w.cut = true, true
	w.log = append(w.log[:0], w.log[n:]...)
	w.alike = max(0, w.alike-n)
	for i := range w.marks {
		w.marks[i].at = max(0, w.marks[i].at-n)
	}
	return n
}

// retain drops the entries that are not needed, and returns how many are left.
func (w *watched) retain(needed []bool) int {
	kept, alike := w.log[:0], 0
	for i := range w.log {
		if i == w.alike {
			alike = len(kept)
		}
		if needed[i] {
			kept = append(kept, w.log[i])
		}
	}
	w.log, w.marks, w.alike = kept, w.marks[:0], alike
	return len(kept)
}
