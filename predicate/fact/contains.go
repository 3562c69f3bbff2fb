package fact

import "gv2/frontend/kernel"

// Which statements a kernel has, as far as stages need it beyond kernel.Property.

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

// LanesThatWait are the threads of the warps of which lanes may wait for each other anywhere but at barriers; nil if that is not known.
func LanesThatWait(k *kernel.Kernel) kernel.ThreadSet {
	n := k.Launch.Threads()
	if n < 1 {
		return nil
	}
	out, threads := make(kernel.ThreadSet, n), ThreadsOf(k)
	for t := range n {
		if threads.Reach(t, k.Body, func(s kernel.Stmt) bool {
			op, ok := kernel.SyncOf(s)
			return ok && op.Who == kernel.WarpLanes && op.Waits
		}) {
			for l := t - t%kernel.WarpSize; l < min(n, t-t%kernel.WarpSize+kernel.WarpSize); l++ {
				out[l] = true
			}
		}
	}
	return out
}

// Seen reports whether statements access memory that other threads see, or synchronise.
func Seen(list []kernel.Stmt) bool {
	return kernel.Any(list, func(s kernel.Stmt) bool {
		if acc := kernel.Touched(s); acc != nil {
			return acc.Array.Space != kernel.Local
		}
		_, sync := kernel.SyncOf(s)
		return sync
	})
}

// StatesDivisors reports whether it is stated somewhere that what k divides by is not 0.
func StatesDivisors(k *kernel.Kernel) bool {
	return kernel.Any(k.Body, func(s kernel.Stmt) bool {
		a, is := s.(*kernel.Assume)
		return is && a.Divisor
	})
}
