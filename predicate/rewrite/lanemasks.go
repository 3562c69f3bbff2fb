package rewrite

import (
	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// LaneMasks notes, at each __syncwarp whose mask is not constant, the masks of all
// threads of the block where they depend on nothing else and agree: a thread is in its
// own mask, and the lanes that it names have the same one.
func LaneMasks(k *kernel.Kernel, notes *fact.Notes) *kernel.Kernel {
	var per *fact.PerThread
	c := *k
	c.Body = replaced(k.Body, func(s kernel.Stmt) []kernel.Stmt {
		w, ok := s.(*kernel.WarpSync)
		if !ok || isConst(w.Mask) || k.Launch.Threads() == 0 {
			return []kernel.Stmt{s}
		}
		if per == nil {
			per = fact.NewPerThread(k)
		}
		masks := per.AgreedMasks(w.Mask)
		if masks == nil {
			return []kernel.Stmt{s}
		}
		return []kernel.Stmt{notes.NameLanes(w, masks)}
	})
	if per == nil {
		return k
	}
	return &c
}
