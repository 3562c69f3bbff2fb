package rewrite

import (
	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// HasLooseMask reports whether k has a __syncwarp without any order in the
// translation, because the lanes that its mask names are unknown.
func HasLooseMask(k *kernel.Kernel) bool {
	p := Prepare(k)
	return kernel.Any(p.Kernel.Body, func(s kernel.Stmt) bool { return fact.LooseMask(s, p.Notes) })
}

// UncheckedMask is a warp function that some threads of a warp may reach without others,
// and of which the translation does not check that the lanes of its mask reach it together;
// nil for none.
func UncheckedMask(k *kernel.Kernel) kernel.Stmt {
	p, notes := Prepare(k), fact.NewNotes()
	unknown := func(s kernel.Stmt) bool { return fact.UncheckedMask(s, notes) }
	if !kernel.Any(p.Kernel.Body, func(s kernel.Stmt) bool { return fact.UncheckedMask(s, p.Notes) }) {
		k = LaneMasks(k, notes)
	}
	if !kernel.Any(k.Body, unknown) {
		return nil
	}
	for _, s := range fact.SplitWarpFunctions(k) {
		if unknown(s) {
			return s
		}
	}
	return nil
}
