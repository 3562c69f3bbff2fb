package rewrite

import (
	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// WholeBlock spells barriers whose constant count is the number of threads of the
// block like __syncthreads: Count nil. Only a barrier that waits, with a constant
// ID, and only if the launch is known; all others stay. A note tells that the
// program names the count.
func WholeBlock(k *kernel.Kernel, notes *fact.Notes) *kernel.Kernel {
	c := *k
	c.Body = replaced(k.Body, func(s kernel.Stmt) []kernel.Stmt {
		b, ok := s.(*kernel.Barrier)
		if !ok || !fact.CountsAll(k, b) {
			return []kernel.Stmt{s}
		}
		whole := *b
		whole.Count = nil
		notes.SpellWhole(&whole)
		return []kernel.Stmt{&whole}
	})
	return &c
}
