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

// TalksInGrid is TalksThroughMemory of global memory, which threads of other blocks read, too.
func TalksInGrid(k *kernel.Kernel) bool {
	type talks struct{}
	return Once(k, talks{}, func() bool {
		return kernel.Any(k.Body, func(s kernel.Stmt) bool {
			a, ok := s.(*kernel.Atomic)
			return ok && a.Acc.Array.Space == kernel.Global && (a.Dst != nil || a.Op == "store")
		})
	})
}

// WaitsForThreads reports whether a loop may wait for what other threads do: it has an atomic whose result is used, and
// how long it goes on depends on what threads receive.
func WaitsForThreads(k *kernel.Kernel) bool {
	type waits struct{}
	return Once(k, waits{}, func() bool {
		return TalksThroughMemory(k) && kernel.Any(k.Body, func(s kernel.Stmt) bool {
			l, is := s.(*kernel.Loop)
			return is && kernel.Any(slices.Concat(l.Head, l.Body, l.Post), func(s kernel.Stmt) bool {
				a, is := s.(*kernel.Atomic)
				return is && a.Dst != nil
			})
		}) && endsByReceived(k)
	})
}

// endsByReceived reports whether some loop may end by a value that a thread received: the result of an atomic, an exchange
// or a barrier, or what memory holds that the kernel writes.
func endsByReceived(k *kernel.Kernel) bool {
	written, received := Written(k), map[*kernel.Var]bool{}
	uses := func(e kernel.Expr) bool {
		found := false
		if e != nil {
			kernel.WalkExpr(e, func(e kernel.Expr) bool {
				r, is := e.(*kernel.VarRef)
				found = found || is && received[r.Var]
				return !found
			})
		}
		return found
	}
	grew, ends := true, false
	var walk func(list []kernel.Stmt, under, inLoop bool)
	walk = func(list []kernel.Stmt, under, inLoop bool) {
		for _, s := range list {
			if v := kernel.Assigned(s); v != nil && !received[v] {
				on := under
				switch s := s.(type) {
				case *kernel.Load:
					on = on || written[s.Acc.Array] || s.Acc.Array.Space == kernel.Local || uses(s.Acc.Index)
				case *kernel.Assign:
					on = on || uses(s.X)
				default:
					// What the others compute comes from other threads, or is arbitrary.
					on = true
				}
				if on {
					received[v], grew = true, true
				}
			}
			inner, loop := under, inLoop
			switch s := s.(type) {
			case *kernel.If:
				inner = under || uses(s.Cond)
				ends = ends || inner && inLoop && MayJump(s)
			case *kernel.Loop:
				loop, inner = true, under || uses(s.Cond)
				ends = ends || inner
			default:
				// Others decide nothing.
			}
			for _, block := range kernel.Blocks(s) {
				walk(block, inner, loop)
			}
		}
	}
	for grew && !ends {
		grew = false
		walk(k.Body, false, false)
	}
	return ends
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

// Tokens counts the tokens of all accesses.
func Tokens(k *kernel.Kernel) int {
	n := 0
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		if acc := kernel.Touched(s); acc != nil {
			n += len(acc.Tokens)
		}
		return true
	})
	return n
}
