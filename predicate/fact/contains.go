package fact

import (
	"slices"

	"gv2/frontend/kernel"
)

// What a kernel has in it, of the statements that stages ask for.

// Contains reports whether some statement of the kernel is of the kind.
func Contains(k *kernel.Kernel, is func(kernel.Stmt) bool) bool {
	found := false
	kernel.Walk(k.Body, func(st kernel.Stmt) bool {
		found = found || is(st)
		return !found
	})
	return found
}

// HasBlockBarrier reports whether the kernel has a barrier of the block, whole or
// in part.
func HasBlockBarrier(k *kernel.Kernel) bool {
	return Contains(k, func(st kernel.Stmt) bool { _, is := st.(*kernel.Barrier); return is })
}

// HasWholeBarrier reports whether a barrier waits for the whole block, so that the
// rule for it matters.
func HasWholeBarrier(k *kernel.Kernel) bool {
	return Contains(k, func(st kernel.Stmt) bool { b, is := st.(*kernel.Barrier); return is && b.Count == nil })
}

func HasAssertion(k *kernel.Kernel) bool {
	return Contains(k, func(st kernel.Stmt) bool { a, is := st.(*kernel.Assert); return is && !a.Bounds })
}

func HasBounds(k *kernel.Kernel) bool {
	return Contains(k, func(st kernel.Stmt) bool { a, is := st.(*kernel.Assert); return is && a.Bounds })
}

func HasInvariant(k *kernel.Kernel) bool {
	return Contains(k, func(st kernel.Stmt) bool {
		l, is := st.(*kernel.Loop)
		return is && slices.ContainsFunc(l.Invariants, func(inv kernel.Invariant) bool { return !inv.Candidate })
	})
}

func HasLoop(k *kernel.Kernel) bool {
	return Contains(k, func(st kernel.Stmt) bool { _, is := st.(*kernel.Loop); return is })
}
