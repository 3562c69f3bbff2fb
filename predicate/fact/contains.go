package fact

import "gv2/frontend/kernel"

// What a kernel has in it, of the statements that stages ask for besides what properties
// are about (kernel.Property).

// HasWholeBarrier reports whether a barrier waits for the whole block, so that the
// rule for it matters.
func HasWholeBarrier(k *kernel.Kernel) bool {
	return kernel.Any(k.Body, func(s kernel.Stmt) bool {
		op, ok := kernel.SyncOf(s)
		return ok && op.Object.Barrier() && op.Object.Memory == nil && op.Count == nil
	})
}

// HasLoop reports whether the kernel has a loop.
func HasLoop(k *kernel.Kernel) bool {
	return kernel.Any(k.Body, func(st kernel.Stmt) bool { _, is := st.(*kernel.Loop); return is })
}

// LanesWait reports whether lanes of a warp wait for each other anywhere but at
// barriers. At __activemask() no lane waits.
func LanesWait(k *kernel.Kernel) bool {
	return kernel.Any(k.Body, func(s kernel.Stmt) bool {
		op, ok := kernel.SyncOf(s)
		return ok && op.Who == kernel.WarpLanes && op.Waits
	})
}
