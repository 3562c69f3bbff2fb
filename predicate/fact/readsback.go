package fact

import (
	"gv2/frontend/kernel"
)

// ReadsBack reports whether the contents of an array that the kernel writes can
// decide anything that is checked.
func ReadsBack(k *kernel.Kernel) bool {
	relevant := Relevant(k).Arrays
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

// ExchangesMatter reports whether the result of a shuffle or a vote can decide
// anything that is checked.
func ExchangesMatter(k *kernel.Kernel) bool {
	vars := Relevant(k).Vars
	return kernel.Any(k.Body, func(st kernel.Stmt) bool {
		switch st := st.(type) {
		case *kernel.Shuffle:
			return vars[st.Dst]
		case *kernel.Vote:
			return vars[st.Dst]
		}
		return false
	})
}

// Receives reports whether some statement has a result that other threads decide.
func Receives(k *kernel.Kernel) bool {
	return kernel.Any(k.Body, func(st kernel.Stmt) bool {
		op, ok := kernel.SyncOf(st)
		return ok && op.Result != nil
	})
}
