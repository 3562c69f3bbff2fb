package fact

import (
	"slices"

	"gv2/frontend/diag"
	"gv2/frontend/kernel"
)

// The subjects of the user's annotations: assertions, invariants of loops, and barriers
// of the grid, which concern threads of different blocks.

// States reports whether the kernel states something of that property.
func States(k *kernel.Kernel, property kernel.Property) bool {
	return kernel.Any(k.Body, func(s kernel.Stmt) bool {
		switch s := s.(type) {
		case *kernel.Assert:
			return property == s.Property()
		case *kernel.Loop:
			return property == kernel.LoopInvariant && len(s.Invariants) > 0
		default:
			// Others state nothing.
		}
		return false
	})
}

// AsksAccesses reports whether an annotation that belongs to the property refers
// to accesses.
func AsksAccesses(k *kernel.Kernel, property kernel.Property) bool {
	return kernel.Any(k.Body, func(s kernel.Stmt) bool {
		switch s := s.(type) {
		case *kernel.Assert:
			return property == s.Property() && kernel.OfAccesses(s.Cond)
		case *kernel.Loop:
			return property == kernel.LoopInvariant && slices.ContainsFunc(s.Invariants, func(inv kernel.Invariant) bool {
				return !inv.Candidate && kernel.OfAccesses(inv.Cond)
			})
		default:
			// Others state nothing.
		}
		return false
	})
}

// AsksBetweenBlocks reports whether a property other than data-race concerns threads
// of different blocks: whether they reach a barrier of the grid together, or
// annotations about two threads or about accesses to memory that both see. With intra
// annotations do not count.
func AsksBetweenBlocks(k *kernel.Kernel, property kernel.Property, intra bool) bool {
	pairs := func(cond kernel.Expr, relates bool) bool { return !intra && (relates || asksOfGlobal(cond)) }
	return kernel.Any(k.Body, func(s kernel.Stmt) bool {
		switch s := s.(type) {
		case *kernel.Barrier:
			return s.Grid && property == kernel.Divergence
		case *kernel.Assert:
			return property == s.Property() && !intra && AboutBlocks(s)
		case *kernel.Loop:
			return property == kernel.LoopInvariant && slices.ContainsFunc(s.Invariants, func(inv kernel.Invariant) bool {
				return !inv.Candidate && pairs(inv.Cond, inv.RelatesThreads())
			})
		default:
			// Others state nothing.
		}
		return false
	})
}

// AboutBlocks reports whether an assertion concerns threads of different blocks: another one holds
// for a thread whatever other blocks do.
func AboutBlocks(s *kernel.Assert) bool { return kernel.RelatesThreads(s) || asksOfGlobal(s.Cond) }

// asksOfGlobal reports whether a condition refers to accesses to memory that blocks
// share: only a barrier of the grid orders these before another block.
func asksOfGlobal(cond kernel.Expr) bool {
	found := false
	kernel.WalkExpr(cond, func(e kernel.Expr) bool {
		switch e := e.(type) {
		case *kernel.Accessed:
			found = found || e.Array.Space != kernel.Shared
		case *kernel.AccessIndex:
			found = found || e.Array.Space != kernel.Shared
		default:
			// Others refer to no access.
		}
		return !found
	})
	return found
}

// AsksPairsAt reports whether an annotation at that position is about both threads:
// executions cannot decide it.
func AsksPairsAt(k *kernel.Kernel, at diag.Pos) bool {
	return kernel.Any(k.Body, func(s kernel.Stmt) bool {
		switch s := s.(type) {
		case *kernel.Assert:
			return s.Pos == at && (s.Global || kernel.OfPairs(s.Cond))
		case *kernel.Loop:
			return slices.ContainsFunc(s.Invariants, func(inv kernel.Invariant) bool {
				return inv.Pos == at && (inv.Global || kernel.OfPairs(inv.Cond))
			})
		default:
			// Others state nothing.
		}
		return false
	})
}

// LanesMeetAt reports whether a statement there lets lanes of a warp wait for each other and does nothing
// else, so that it may stand in several places for the same.
func LanesMeetAt(k *kernel.Kernel, at diag.Pos) bool {
	return kernel.Any(k.Body, func(s kernel.Stmt) bool {
		_, waits := s.(*kernel.WarpSync)
		return waits && s.Source().Pos == at
	})
}

// AssertionAt is the first assertion at a place of the text, nil if there is none.
func AssertionAt(body []kernel.Stmt, at diag.Pos) *kernel.Assert {
	var out *kernel.Assert
	kernel.Walk(body, func(s kernel.Stmt) bool {
		if a, is := s.(*kernel.Assert); is && out == nil && a.Pos == at {
			out = a
		}
		return out == nil
	})
	return out
}
