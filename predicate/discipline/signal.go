package discipline

import (
	"slices"

	"gv2/frontend/kernel"
)

// A signal is a flag that who waits takes back: a binary semaphore without a permit at first, which one thread releases once.
//
//	store(word, 1);                             // release()
//	while (compare_exchange(word, 1, 0) != 1) {}  // acquire()
//
// It looks like a lock that a thread gives back without holding it. As a flag is, it is stored to once at most, and what takes it back stores what it held at the start. So who finds
// the value has observed the store; and who stores it finds the word as it was at the start before that.

// signalOf reports whether all compare-and-swaps of a word take back what its one store publishes.
func signalOf(u *uses) bool {
	var stored []kernel.Expr
	for _, s := range slices.Concat(u.stores, u.exchanges) {
		stored = append(stored, storedBy(s))
	}
	for _, s := range u.volatileStores {
		stored = append(stored, s.X)
	}
	if len(stored) != 1 || stored[0] == nil || len(u.swaps) == 0 {
		return false
	}
	value, ok := constant(stored[0])
	if !ok || value == 0 {
		return false
	}
	for _, s := range u.swaps {
		if len(s.Args) != 2 || s.Dst == nil {
			return false
		}
		from, is := constant(s.Args[0])
		to, both := constant(s.Args[1])
		if !is || !both || from != value || to != 0 {
			return false
		}
	}
	return true
}

// notesFirst notes who looks at a flag before the thread has stored to it.
func notesFirst(a *analysis, w *word, s kernel.Stmt, st *state) {
	now := place{st.guard, st.block}
	if st.arrived[w] || st.guard == "" || a.depth > 0 {
		now = place{}
	}
	if old, seen := a.firstLooks[s]; seen && old != now {
		now = place{}
	}
	a.firstLooks[s] = now
}

// findsStart reports whether only the thread that stores to a flag looks at it there, before it does.
func (e *emitter) findsStart(w *word, s kernel.Stmt) bool {
	p := e.of.firstLooks[s]
	if p.guard == "" || p.guard != w.guard || p.block != w.block || w.draws != nil {
		return false
	}
	x := e.of.elements[s]
	return x != nil && (w.index == nil && w.block != "" && w.array.Len == 1 || w.index != nil && kernel.ExprString(x) == kernel.ExprString(w.index))
}
