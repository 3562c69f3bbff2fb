package kernel_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/kernel"
)

// TestSyncOf: what statements do to synchronisation, in words.
func TestSyncOf(t *testing.T) {
	dst := &kernel.Var{Name: "d", T: kernel.I32}
	array := &kernel.Array{Name: "a", Space: kernel.Global, Elem: kernel.I32}
	mask := kernel.NewConst(kernel.U32, -1)
	for _, c := range []struct {
		s                kernel.Stmt
		who              kernel.Participants
		registers, waits bool
		object           kernel.ObjectKind
		order            kernel.MemoryOrder
	}{
		{&kernel.Barrier{}, kernel.BlockThreads, true, true, kernel.BlockBarrier, kernel.AcquireRelease},
		{&kernel.Barrier{Kind: kernel.Arrive}, kernel.BlockThreads, true, false, kernel.BlockBarrier, kernel.Release},
		{&kernel.Barrier{Grid: true}, kernel.GridThreads, true, true, kernel.GridBarrier, kernel.AcquireRelease},
		{&kernel.Phase{Op: kernel.PhaseInit}, kernel.OneThread, false, false, kernel.PhaseBarrier, kernel.Relaxed},
		{&kernel.Phase{Op: kernel.PhaseArrive, Dst: dst}, kernel.BlockThreads, true, false, kernel.PhaseBarrier, kernel.Release},
		{&kernel.Phase{Op: kernel.PhaseWait}, kernel.BlockThreads, false, true, kernel.PhaseBarrier, kernel.Acquire},
		{&kernel.Phase{Op: kernel.PhaseTest, Dst: dst}, kernel.BlockThreads, false, false, kernel.PhaseBarrier, kernel.Acquire},
		{&kernel.Phase{Op: kernel.PhaseExpect}, kernel.BlockThreads, false, false, kernel.PhaseBarrier, kernel.Relaxed},
		{&kernel.Phase{Op: kernel.PhaseComplete}, kernel.BlockThreads, false, false, kernel.PhaseBarrier, kernel.Release},
		{&kernel.Async{Op: kernel.AsyncWait, Pending: mask}, kernel.OneThread, false, false, kernel.AsyncWork, kernel.Relaxed},
		{&kernel.WarpSync{Mask: mask}, kernel.WarpLanes, true, true, kernel.WarpBarrier, kernel.AcquireRelease},
		{&kernel.Shuffle{Dst: dst, Mask: mask}, kernel.WarpLanes, true, true, kernel.WarpBarrier, kernel.Relaxed},
		{&kernel.Vote{Dst: dst, Op: kernel.ActiveMask}, kernel.WarpLanes, false, false, kernel.WarpBarrier, kernel.Relaxed},
		{&kernel.Fence{}, kernel.OneThread, false, false, kernel.NoObject, kernel.SequentiallyConsistent},
		{&kernel.Atomic{Dst: dst, Acc: kernel.Access{Array: array}}, kernel.OneThread, false, false, kernel.AtomicLocation, kernel.Relaxed},
	} {
		op, ok := kernel.SyncOf(c.s)
		assert.True(t, ok, "%T", c.s)
		assert.Equal(t, c.who, op.Who, "%T", c.s)
		assert.Equal(t, [2]bool{c.registers, c.waits}, [2]bool{op.Registers, op.Waits}, "%T", c.s)
		assert.Equal(t, c.object, op.Object.Kind, "%T", c.s)
		assert.Equal(t, c.order, op.Order, "%T", c.s)
		assert.Equal(t, kernel.Assigned(c.s), op.Result, "%T: what others decide is what it sets", c.s)
		assert.Equal(t, c.who != kernel.OneThread, kernel.Meets(c.s), "%T", c.s)
	}
	_, ok := kernel.SyncOf(&kernel.Store{Acc: kernel.Access{Array: array}})
	assert.False(t, ok)
}
