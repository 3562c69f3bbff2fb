package fact

import (
	"gv2/frontend/kernel"
)

// Warp-aggregated atomics: one lane reserves places for all of its warp by an atomic,
// and passes them on by a shuffle. The translation knows that two warps get different
// places from the result of the atomic in its own thread, but not in other lanes: the
// result of a shuffle is arbitrary there.

// TellsReserved reports whether the result of an atomic decides, in another lane,
// anything that is checked.
func TellsReserved(k *kernel.Kernel) bool {
	type tellsReserved struct{}
	return Once(k, tellsReserved{}, func() bool { return findReserved(k) })
}

func findReserved(k *kernel.Kernel) bool {
	returned := map[*kernel.Var]bool{}
	reads := func(s kernel.Stmt) bool {
		for _, v := range kernel.Reads(s) {
			if returned[v] {
				return true
			}
		}
		return false
	}
	relevant := RelevantFor(k, SameBlock, false).Vars
	told := false
	for grown := true; grown && !told; {
		grown = false
		kernel.Walk(k.Body, func(s kernel.Stmt) bool {
			v := kernel.Assigned(s)
			if v == nil || returned[v] {
				return true
			}
			switch s.(type) {
			case *kernel.Atomic:
				returned[v] = true
			case *kernel.Assign:
				returned[v] = reads(s)
			case *kernel.Shuffle:
				returned[v] = reads(s)
				told = told || returned[v] && relevant[v]
			default:
				// Others do not pass it on.
			}
			grown = grown || returned[v]
			return true
		})
	}
	return told
}
