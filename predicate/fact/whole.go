package fact

import (
	"gv2/frontend/kernel"
)

// The highest barrier that a block has (PTX ISA, bar: 16 barriers, 0 to 15).
const lastBarrier = 15

// WholeBlocks reports whether every barrier of the kernel has a constant ID, waits
// for all threads of the block, and a warp is never synchronised in part. Then
// barrier-divergence decides the rest: where all threads meet at the same
// barriers in the same order, none waits in vain, none is a generation ahead of
// another, and all expect the same number.
func WholeBlocks(k *kernel.Kernel) bool {
	threads := int64(k.Launch.Threads())
	for _, b := range Barriers(k) {
		if count, ok := b.Count.(*kernel.Const); ok && (count.Val != threads || threads%kernel.WarpSize != 0) {
			return false
		}
	}
	for _, b := range Barriers(k) {
		if b.Kind != kernel.Sync || b.Count != nil && !CountsAll(k, b) || !constantID(b.ID) {
			return false
		}
	}
	return !kernel.Any(k.Body, partOfWarp) && kernel.UnknownObject(k.Body) == nil
}

// CountsAll reports whether b waits with a constant ID for a constant count that is the
// number of threads of the block, which then has to be known.
func CountsAll(k *kernel.Kernel, b *kernel.Barrier) bool {
	threads := int64(k.Launch.Threads())
	_, constant := b.ID.(*kernel.Const)
	count, ok := b.Count.(*kernel.Const)
	return b.Kind == kernel.Sync && constant && threads != 0 && ok && count.Val == threads
}

func Barriers(k *kernel.Kernel) []*kernel.Barrier {
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
	return id == nil || ok && 0 <= c.Val && c.Val <= lastBarrier
}

// partOfWarp reports a statement that waits for some lanes of a warp.
func partOfWarp(st kernel.Stmt) bool {
	mask := kernel.MaskOf(st)
	return mask != nil && !kernel.AllLanes(mask)
}

// SameStatement reports whether all barriers of the kernel are such that both
// engines demand every thread at the same statement of them.
func SameStatement(k *kernel.Kernel) bool {
	for _, b := range Barriers(k) {
		id, ok := b.ID.(*kernel.Const)
		if !b.Aligned || b.Kind != kernel.Sync || b.Count != nil || b.ID != nil && !(ok && id.Val == 0) {
			return false
		}
	}
	return kernel.UnknownObject(k.Body) == nil
}
