package fact

import "gv2/frontend/kernel"

// TalksThroughMemory reports whether a thread may learn what another one has done by an atomic,
// whose result it uses or which others read. Volatile accesses of a kernel that has passed
// rewrite.StrongAccesses are atomics where threads talk by them.
func TalksThroughMemory(k *kernel.Kernel) bool {
	type talks struct{}
	return Once(k, talks{}, func() bool {
		return kernel.Any(k.Body, func(s kernel.Stmt) bool {
			a, ok := s.(*kernel.Atomic)
			return ok && (a.Dst != nil || a.Op == "store")
		})
	})
}

// AssertsOfPairs reports whether an assertion is about two threads at once.
func AssertsOfPairs(k *kernel.Kernel) bool {
	type pairs struct{}
	return Once(k, pairs{}, func() bool {
		return kernel.Any(k.Body, func(s kernel.Stmt) bool {
			a, ok := s.(*kernel.Assert)
			return ok && (a.Global || kernel.OfPairs(a.Cond))
		})
	})
}

// HasTokens reports whether accesses have tokens: threads synchronise through memory, and that
// is modelled.
func HasTokens(k *kernel.Kernel) bool {
	type tokens struct{}
	return Once(k, tokens{}, func() bool {
		return kernel.Any(k.Body, func(s kernel.Stmt) bool {
			acc := kernel.Touched(s)
			return acc != nil && len(acc.Tokens) > 0
		})
	})
}
