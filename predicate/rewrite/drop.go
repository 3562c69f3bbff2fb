package rewrite

import "gv2/frontend/kernel"

// WithoutBarriers is k with the barriers that drop picks gone: what one computes is
// arbitrary. k is not changed.
func WithoutBarriers(k *kernel.Kernel, drop func(*kernel.Barrier) bool) *kernel.Kernel {
	c := *k
	c.Body = replaced(k.Body, func(s kernel.Stmt) []kernel.Stmt {
		b, ok := s.(*kernel.Barrier)
		switch {
		case !ok || !drop(b):
			return []kernel.Stmt{s}
		case b.Dst != nil:
			return []kernel.Stmt{&kernel.Havoc{Src: b.Src, Dst: b.Dst, Why: "a barrier of a part of the block"}}
		}
		return []kernel.Stmt{&kernel.Fence{Src: b.Src}}
	})
	return &c
}
