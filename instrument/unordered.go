package instrument

import (
	"gv2/frontend/kernel"
	"gv2/predicate/rewrite"
)

// An array that no named barrier orders the accesses to needs no generations: LOG and
// CHECK tell whether two threads of a block conflict on it between two barriers of the
// block. They are asked with Query.Arrays, once it is known which arrays these are.

// withoutPartial is the kernel without the barriers that only some of the block's
// threads may take part in. That they order nothing is one more way for accesses to
// conflict; what is read must be taken for arbitrary, since they show a thread what
// others have written. dropped tells whether there were any.
func withoutPartial(k *kernel.Kernel) (out *kernel.Kernel, dropped bool) {
	if !NeedsGenerations(k) {
		return k, false
	}
	keep := plainZero(k)
	return rewrite.WithoutBarriers(k, func(b *kernel.Barrier) bool { return !keep || !ofBlock(b) }), true
}

// ofBlock reports whether all threads of the block wait at the barrier.
func ofBlock(b *kernel.Barrier) bool {
	return b.Kind == kernel.Sync && b.Count == nil && !b.Named()
}

// plainZero reports whether nothing but barriers of the block uses barrier 0.
func plainZero(k *kernel.Kernel) bool {
	plain := true
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		if b, ok := s.(*kernel.Barrier); ok && !ofBlock(b) {
			id, constant := b.ID.(*kernel.Const)
			plain = plain && constant && id.Val != 0
		}
		return plain
	})
	return plain
}

// onlyUnordered leaves the other arrays out of the plan's checks.
func (p *plan) onlyUnordered(arrays map[*kernel.Array]bool, dropped bool) {
	for _, ap := range p.arrays {
		ap.unchecked = ap.unchecked || !arrays[ap.array]
		ap.orderless = dropped
	}
}
