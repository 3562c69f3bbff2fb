package fact

import (
	"gv2/frontend/kernel"
)

// Warp-aggregated atomics: one lane reserves places for all of its warp by an atomic,
// and a shuffle tells the others which. That two warps are given different places is
// known of what an atomic returns to the thread itself, but not of what another lane is
// told: what a shuffle yields is arbitrary in the translation.

// TellsReserved reports whether what an atomic returned decides, in another lane,
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
				// Others do not tell it on.
			}
			grown = grown || returned[v]
			return true
		})
	}
	return told
}
