package fact

import "gv2/frontend/kernel"

// TalksThroughMemory reports whether a thread may learn through strong accesses what another
// one has done: by a volatile read, by what an atomic returns, or by an atomic store.
func TalksThroughMemory(k *kernel.Kernel) bool {
	type talks struct{}
	return Once(k, talks{}, func() bool {
		return kernel.Any(k.Body, func(s kernel.Stmt) bool {
			switch s := s.(type) {
			case *kernel.Load:
				return s.Volatile
			case *kernel.Atomic:
				return s.Dst != nil || s.Op == "store"
			default:
				// The others tell no thread of another one.
				return false
			}
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
