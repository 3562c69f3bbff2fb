package verdict

import (
	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// hasBarrier reports whether the kernel waits anywhere.
func hasBarrier(k *kernel.Kernel) bool {
	found := false
	kernel.Walk(k.Body, func(st kernel.Stmt) bool {
		switch st.(type) {
		case *kernel.Barrier, *kernel.WarpSync, *kernel.Shuffle, *kernel.Vote:
			found = true
		}
		return !found
	})
	return found
}

// readsBack reports whether the contents of an array that the kernel writes can
// decide anything that is checked.
func readsBack(k *kernel.Kernel) bool {
	relevant := fact.Relevant(k).Arrays
	found := false
	kernel.Walk(k.Body, func(st kernel.Stmt) bool {
		switch st := st.(type) {
		case *kernel.Store:
			found = found || shared(st.Acc.Array) && relevant[st.Acc.Array]
		case *kernel.Atomic:
			found = found || shared(st.Acc.Array) && relevant[st.Acc.Array]
		}
		return !found
	})
	return found
}

// shared reports whether more than one thread can see the array.
func shared(a *kernel.Array) bool { return a.Space == kernel.Shared || a.Space == kernel.Global }

// exchangesMatter reports whether the result of a shuffle or a vote can decide
// anything that is checked.
func exchangesMatter(k *kernel.Kernel) bool {
	vars := fact.Relevant(k).Vars
	return contains(k, func(st kernel.Stmt) bool {
		switch st := st.(type) {
		case *kernel.Shuffle:
			return vars[st.Dst]
		case *kernel.Vote:
			return vars[st.Dst]
		}
		return false
	})
}

// receives reports whether some statement has a result that other threads decide.
func receives(k *kernel.Kernel) bool {
	return contains(k, func(st kernel.Stmt) bool {
		switch st := st.(type) {
		case *kernel.Shuffle, *kernel.Vote:
			return true
		case *kernel.Atomic:
			return st.Dst != nil
		case *kernel.Barrier:
			return st.Dst != nil
		}
		return false
	})
}
