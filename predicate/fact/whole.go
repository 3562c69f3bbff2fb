package fact

import (
	"gv2/frontend/kernel"
)

// WholeBlocks reports whether every barrier of the kernel has a constant ID, waits
// for all threads of the block, and it is known which lanes each warp function names.
// Then barrier-divergence decides the other properties of barriers: if all threads meet
// at the same barriers in the same order, and lanes that name each other at the same warp
// functions, none waits for ever, none is a generation ahead of another, and all expect
// the same number. (That lanes are in their own masks, divergence rests on.)
func WholeBlocks(k *kernel.Kernel) bool {
	threads := int64(k.Launch.Threads())
	for _, b := range barriersOf(k) {
		if count, ok := b.Count.(*kernel.Const); ok && (count.Val != threads || threads%kernel.WarpSize != 0) {
			return false
		}
	}
	for _, b := range barriersOf(k) {
		if b.Kind != kernel.Sync || b.Count != nil && !CountsAll(k, b) || !constantID(b.ID) {
			return false
		}
	}
	return !namesOpenLanes(k) && kernel.UnknownObject(k.Body) == nil
}

// OfBlock reports whether all threads of the block wait at the barrier of __syncthreads().
func OfBlock(b *kernel.Barrier) bool {
	return b.Kind == kernel.Sync && b.Count == nil && !b.Named()
}

// OnlyOfBlock reports whether all threads of the block wait at every barrier of k.
func OnlyOfBlock(k *kernel.Kernel) bool {
	return !kernel.Any(k.Body, func(s kernel.Stmt) bool { b, is := s.(*kernel.Barrier); return is && !OfBlock(b) })
}

// OfPart reports whether k has barriers in which only some threads of the block take
// part. The barriers of all threads should be spelt alike, and those in both arms of an
// if aligned.
//
// Threads at a barrier without .aligned may meet at several statements: where there is more
// than one, each has a part of the threads.
func OfPart(k *kernel.Kernel) bool {
	return ofPart(k.Body, Uniform(k, SameBlock), true, SeveralUnaligned(k))
}

// SeveralUnaligned reports whether barriers of the block without .aligned stand in several
// statements, at which threads may meet each other.
func SeveralUnaligned(k *kernel.Kernel) bool {
	n := 0
	for _, b := range barriersOf(k) {
		if unaligned(b) {
			n++
		}
	}
	return n > 1
}

// unaligned reports whether b is barrier.sync 0, or the like, which is not __syncthreads().
func unaligned(b *kernel.Barrier) bool { return OfBlock(b) && !b.Aligned && !b.Grid }

// ofPart looks for such barriers; together means that all threads of the block reach
// the body or none, several is SeveralUnaligned.
func ofPart(body []kernel.Stmt, u *Uniformity, together, several bool) bool {
	for _, s := range body {
		inside := together
		switch s := s.(type) {
		case *kernel.Barrier:
			apart := s.Named() || several && unaligned(s)
			if s.Kind == kernel.Arrive || s.Count != nil || apart && !together || s.ID != nil && !u.Expr(s.ID) {
				return true
			}
		case *kernel.If:
			inside = together && u.Expr(s.Cond)
		case *kernel.Loop:
			inside = together && u.Loop(s)
		default:
			// For others the statements inside decide.
		}
		for _, b := range kernel.Blocks(s) {
			if ofPart(b, u, inside, several) {
				return true
			}
		}
	}
	return false
}

// CountsAll reports whether b waits with a constant ID for a constant count that is the
// number of threads of the block, which must be known.
func CountsAll(k *kernel.Kernel, b *kernel.Barrier) bool {
	threads := int64(k.Launch.Threads())
	_, constant := b.ID.(*kernel.Const)
	count, ok := b.Count.(*kernel.Const)
	return b.Kind == kernel.Sync && constant && threads != 0 && ok && count.Val == threads
}

func barriersOf(k *kernel.Kernel) []*kernel.Barrier {
	var out []*kernel.Barrier
	kernel.Walk(k.Body, func(st kernel.Stmt) bool {
		if b, ok := st.(*kernel.Barrier); ok {
			out = append(out, b)
		}
		return true
	})
	return out
}

func constantID(id kernel.Expr) bool {
	c, ok := id.(*kernel.Const)
	return id == nil || ok && 0 <= c.Val && c.Val < kernel.BlockBarriers
}

// namesOpenLanes reports whether it is not known which lanes a warp function names: whether
// its mask is neither constant, with few runs of lanes, nor one that depends on the thread's
// index alone and on which the lanes that it names agree.
func namesOpenLanes(k *kernel.Kernel) bool {
	var per *PerThread
	return kernel.Any(k.Body, func(st kernel.Stmt) bool {
		mask := kernel.MaskOf(st)
		if mask == nil || kernel.AllLanes(mask) {
			return false
		}
		if k.Launch.Threads() == 0 {
			return true
		}
		if per == nil {
			per = NewPerThread(k)
		}
		_, few := RunsOf(per.Resolved(mask))
		return !few && per.AgreedMasks(mask) == nil
	})
}

// SameStatement reports whether both engines require, for all barriers of the
// kernel, that every thread reaches the same statement.
func SameStatement(k *kernel.Kernel) bool {
	for _, b := range barriersOf(k) {
		if !b.Aligned || !OfBlock(b) {
			return false
		}
	}
	return kernel.UnknownObject(k.Body) == nil
}
