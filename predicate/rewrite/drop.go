package rewrite

import (
	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// WithoutPartial is k without the barriers in which only some of the block's threads may
// take part; dropped reports whether there were any. Without their order more accesses
// conflict. Values read after one must be arbitrary, since a barrier makes writes of other
// threads visible, and so must be its result.
func WithoutPartial(k *kernel.Kernel) (out *kernel.Kernel, dropped bool) {
	if !NeedsGenerations(k) {
		return k, false
	}
	keep := plainZero(k)
	c := *k
	c.Body = replaced(k.Body, func(s kernel.Stmt) []kernel.Stmt {
		b, ok := s.(*kernel.Barrier)
		switch {
		case !ok || keep && fact.OfBlock(b):
			return []kernel.Stmt{s}
		case b.Dst != nil:
			return []kernel.Stmt{&kernel.Havoc{Src: b.Src, Dst: b.Dst, Why: "a barrier of a part of the block"}}
		}
		return []kernel.Stmt{&kernel.Fence{Src: b.Src}}
	})
	return &c, true
}

// plainZero reports whether only barriers of the whole block use barrier 0.
func plainZero(k *kernel.Kernel) bool {
	return !kernel.Any(k.Body, func(s kernel.Stmt) bool {
		b, ok := s.(*kernel.Barrier)
		if !ok || fact.OfBlock(b) {
			return false
		}
		id, constant := b.ID.(*kernel.Const)
		return !constant || id.Val == 0
	})
}
