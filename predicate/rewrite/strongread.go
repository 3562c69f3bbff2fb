package rewrite

import (
	"gv2/frontend/kernel"
)

// StrongReads makes the volatile reads of an array atomic that is otherwise changed by atomics:
//
//	while (*(volatile int *)&arrived < n) {}      with atomicAdd(&arrived, 1)
//
// A volatile access is a relaxed one of the scope of the system (PTX ISA, Memory Consistency
// Model), so it does not race with an atomic. Arrays with volatile stores stay as they are.
func StrongReads(k *kernel.Kernel) *kernel.Kernel {
	atomics, stores := map[*kernel.Array]bool{}, map[*kernel.Array]bool{}
	polled := false
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		switch s := s.(type) {
		case *kernel.Atomic:
			atomics[s.Acc.Array] = true
		case *kernel.Store:
			stores[s.Acc.Array] = stores[s.Acc.Array] || s.Volatile
		case *kernel.Load:
			polled = polled || s.Volatile
		default:
			// Others access no memory.
		}
		return true
	})
	if !polled || len(atomics) == 0 {
		return k
	}
	c := *k
	c.Body = kernel.MapStmts(k.Body, func(s kernel.Stmt) kernel.Stmt {
		l, ok := s.(*kernel.Load)
		if !ok || !l.Volatile || l.Ghost || l.OfBarrier || !atomics[l.Acc.Array] || stores[l.Acc.Array] {
			return s
		}
		return &kernel.Atomic{Src: l.Src, Op: "load", Dst: l.Dst, Acc: l.Acc, Scope: kernel.SystemScope}
	})
	return &c
}
