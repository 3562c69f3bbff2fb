package weft

import "gv2/runtime/emulate"

// watched is an element on which something raced, in the second run.
type watched struct {
	*suspect
	log    []entry // accesses of this block, as they happened
	marks  []mark
	busy   bool // in pairs.busy
	pairs  []*elementPairs
	groups []group
	// partial is set where a limit left accesses out.
	partial bool
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

// mark says that entries of the log before at are ordered before whatever the
// lanes of the warp do from now on, or are their own.
type mark struct {
	warp  int32
	lanes emulate.Lanes
	at    int
}

const (
	marksMost  = 64
	lookBehind = 16 // entries searched for a repetition
)

// repeats tells whether an access adds no pair to an earlier one: the same lanes
// did the same in the same segment. Whoever races with one races with both.
func (w *watched) repeats(e *entry) bool {
	for i := len(w.log) - 1; i >= 0 && i >= len(w.log)-lookBehind; i-- {
		old := &w.log[i]
		if old.together(&e.record) && old.site == e.site && old.lanes&e.lanes == e.lanes &&
			old.may == e.may && old.stored == e.stored {
			return true
		}
	}
	return false
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

// retain drops the entries that are not needed, and tells how many are left.
func (w *watched) retain(needed []bool) int {
	kept := make([]entry, 0, len(w.log)/2)
	for i := range w.log {
		if needed[i] {
			kept = append(kept, w.log[i])
		}
	}
	w.log, w.marks = kept, nil
	return len(kept)
}
