package instrument

import (
	"gv2/frontend/kernel"
	"gv2/predicate/rewrite"
)

// NeedsGenerations reports whether k has barriers that only some threads of the
// block take part in, so that AutoEncoding is GenerationEncoding.
func NeedsGenerations(k *kernel.Kernel) bool {
	return partialBarriers(rewrite.AlignBarriers(rewrite.WholeBlock(k)))
}

// unrollBarriers writes out the loops over barriers: few iterations, each with an
// id of its own.
func unrollBarriers(k *kernel.Kernel) *kernel.Kernel {
	return rewrite.Unroll(k, rewrite.Unrolling{Wanted: variousBarriers, Iterations: mostIDs, Statements: maxUnrolled})
}

// unrollAll writes out all loops with barriers in them, as far as they have constant
// numbers of iterations. It reports whether none is left.
func unrollAll(k *kernel.Kernel) (*kernel.Kernel, bool) {
	has := func(l *kernel.Loop) bool {
		return kernel.Any([]kernel.Stmt{l}, func(s kernel.Stmt) bool { _, is := s.(*kernel.Barrier); return is })
	}
	k = rewrite.Unroll(k, rewrite.Unrolling{Wanted: has, Iterations: maxIterations, Statements: maxUnrolled})
	left := false
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		l, is := s.(*kernel.Loop)
		left = left || is && has(l)
		return !left
	})
	return k, !left
}

func variousBarriers(l *kernel.Loop) bool {
	found := false
	kernel.Walk(l.Body, func(s kernel.Stmt) bool {
		if b, ok := s.(*kernel.Barrier); ok && b.ID != nil {
			_, constant := b.ID.(*kernel.Const)
			found = found || !constant
		}
		return !found
	})
	return found
}
