package instrument

import (
	"gv2/frontend/kernel"
	"gv2/instrument/twothread"
	"gv2/predicate/fact"
	"gv2/predicate/rewrite"
)

// HasLooseMask reports whether k has a __syncwarp that the translation takes to order
// nothing, because it does not know which lanes its mask names.
func HasLooseMask(k *kernel.Kernel) bool {
	p := rewrite.Prepare(k)
	return kernel.Any(p.Kernel.Body, func(s kernel.Stmt) bool { return twothread.LooseMask(s, p.Notes) })
}

// UncheckedMask is a warp function that some threads of a warp may reach without others,
// and of which the translation does not check that the lanes of its mask reach it together;
// nil for none.
func UncheckedMask(k *kernel.Kernel) kernel.Stmt {
	p, notes := rewrite.Prepare(k), fact.NewNotes()
	unknown := func(s kernel.Stmt) bool { return twothread.UncheckedMask(s, notes) }
	if !kernel.Any(p.Kernel.Body, func(s kernel.Stmt) bool { return twothread.UncheckedMask(s, p.Notes) }) {
		k = rewrite.LaneMasks(k, notes)
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
