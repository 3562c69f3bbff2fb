package rewrite

import (
	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// StrongAccesses makes the volatile accesses atomic by which threads talk to each other:
//
//	while (*(volatile int *)&arrived < n) {}      with atomicAdd(&arrived, 1)
//	*(volatile int *)&lock = 0;                   with atomicCAS(&lock, 0, 1)
//	while (flag == 0) {}                          with flag = 1 in another thread
//
// A volatile access is a relaxed one of the scope of the system (PTX ISA, Memory Consistency
// Model), so it does not race with an atomic or another volatile access. Threads talk through
// arrays that the kernel changes by atomics, and through fact.Signals. Elsewhere volatile
// accesses stay what they are. The memory model has no race there, but what the threads read
// depends on the schedule, as in a reduction within a warp that lacks a __syncwarp().
func StrongAccesses(k *kernel.Kernel) *kernel.Kernel {
	talk, volatile := map[*kernel.Array]bool{}, false
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		switch s := s.(type) {
		case *kernel.Atomic:
			talk[s.Acc.Array] = true
		case *kernel.Load:
			volatile = volatile || s.Volatile
		case *kernel.Store:
			volatile = volatile || s.Volatile
		default:
			// Others access no memory.
		}
		return true
	})
	if !volatile {
		return k
	}
	for a := range fact.Signals(k) {
		talk[a] = true
	}
	if len(talk) == 0 {
		return k
	}
	c := *k
	c.Body = kernel.MapStmts(k.Body, func(s kernel.Stmt) kernel.Stmt { return strong(s, talk) })
	return &c
}

// strong is the atomic that a volatile access to one of the arrays is, or s itself.
func strong(s kernel.Stmt, talk map[*kernel.Array]bool) kernel.Stmt {
	switch s := s.(type) {
	case *kernel.Load:
		if s.Volatile && !s.Ghost && !s.OfBarrier && (s.Acc.Width <= 1 || s.Dst != nil && isOne(&s.Acc, s.Dst.T)) && talk[s.Acc.Array] {
			return &kernel.Atomic{Src: s.Src, Op: "load", Dst: s.Dst, Acc: s.Acc, Scope: kernel.SystemScope}
		}
	case *kernel.Store:
		if s.Volatile && !s.OfBarrier && s.X != nil && (s.Acc.Width <= 1 || isOne(&s.Acc, s.X.Type())) && talk[s.Acc.Array] {
			return &kernel.Atomic{Src: s.Src, Op: "store", Acc: s.Acc, Args: []kernel.Expr{s.X}, Scope: kernel.SystemScope}
		}
	default:
		// Others are no accesses, or atomic as they are.
	}
	return s
}

// isOne reports whether the elements of a wide access hold one value of type t together, as those of a member of 64 bits in a struct of ints.
func isOne(acc *kernel.Access, t kernel.Type) bool {
	return t.Bits == acc.Width*acc.Array.Elem.Bits
}

// WithoutVolatile makes volatile accesses plain ones, for arrays that the kernel writes: where
// the volatile accesses by which threads talk are atomics (StrongAccesses), the others are data.
func WithoutVolatile(k *kernel.Kernel) *kernel.Kernel {
	written := fact.Written(k)
	c := *k
	c.Body = kernel.MapStmts(k.Body, func(s kernel.Stmt) kernel.Stmt {
		switch s := s.(type) {
		case *kernel.Load:
			if s.Volatile && written[s.Acc.Array] {
				plain := *s
				plain.Volatile = false
				return &plain
			}
		case *kernel.Store:
			if s.Volatile {
				plain := *s
				plain.Volatile = false
				return &plain
			}
		default:
			// Others are never volatile.
		}
		return s
	})
	return &c
}
