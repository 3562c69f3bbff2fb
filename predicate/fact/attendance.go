package fact

import "gv2/frontend/kernel"

// CountsItself reports whether statements ask which lanes come together, or end the life of barriers in memory: what threads do that count
// themselves.
func CountsItself(list []kernel.Stmt) bool {
	return kernel.Any(list, func(s kernel.Stmt) bool {
		v, ok := s.(*kernel.Vote)
		return ok && v.Op == kernel.ActiveMask
	}) || Operates(list, kernel.PhaseInvalidate)
}

// OnlyInvalidates reports whether statements do nothing to memory but to invalidate barriers, and wait for nobody.
func OnlyInvalidates(list []kernel.Stmt) bool {
	return !kernel.Any(list, func(s kernel.Stmt) bool {
		switch s := s.(type) {
		case *kernel.Assign, *kernel.Havoc, *kernel.If, *kernel.Loop:
			return false
		case *kernel.Phase:
			return s.Op != kernel.PhaseInvalidate
		default:
			// Others do something to memory, or wait.
			return !OfBarrier(s)
		}
	})
}

// TouchesData reports whether statements access an array other than by operations on barriers in it.
func TouchesData(list []kernel.Stmt, a *kernel.Array) bool {
	return kernel.Any(list, func(s kernel.Stmt) bool {
		acc := kernel.Touched(s)
		return acc != nil && acc.Array == a && !OfBarrier(s)
	})
}

// Leaves reports whether statements jump to the end of a region.
func Leaves(list []kernel.Stmt, label string) bool {
	return kernel.Any(list, func(s kernel.Stmt) bool {
		l, ok := s.(*kernel.Leave)
		return ok && l.Label == label
	})
}
