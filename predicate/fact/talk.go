package fact

import (
	"slices"

	"gv2/frontend/kernel"
)

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

// WaitsForThreads reports whether a loop may wait for what other threads do: it has an atomic whose result is used.
func WaitsForThreads(k *kernel.Kernel) bool {
	type waits struct{}
	return Once(k, waits{}, func() bool {
		return TalksThroughMemory(k) && kernel.Any(k.Body, func(s kernel.Stmt) bool {
			l, is := s.(*kernel.Loop)
			return is && kernel.Any(slices.Concat(l.Head, l.Body, l.Post), func(s kernel.Stmt) bool {
				a, is := s.(*kernel.Atomic)
				return is && a.Dst != nil
			})
		})
	})
}

// MeetsInGrid reports whether the kernel has a barrier of the grid, which only cooperative launches may have.
func MeetsInGrid(k *kernel.Kernel) bool {
	type meets struct{}
	return Once(k, meets{}, func() bool {
		return kernel.Any(k.Body, func(s kernel.Stmt) bool {
			b, is := s.(*kernel.Barrier)
			return is && b.Grid
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
