package emulate

import (
	"context"

	"gv2/frontend/kernel"
)

// Decides reports whether the contents of the array with that index can reach a
// branch, an address, a barrier or an assertion.
func (p *Program) Decides(array int) bool { return false }

// Compile flattens a kernel. The error is *NotStatic where the block size is
// open.
func Compile(k *kernel.Kernel) (*Program, error) { return &Program{kernel: k}, nil }

// Block is one block while it runs.
type Block struct{ program *Program }

// Start prepares a block; nothing runs yet. All lanes are Ready at the kernel's
// start.
func (p *Program) Start(o Options, obs Observer) *Block { return &Block{program: p} }

// Ready reports whether some lanes of warp w can run.
func (b *Block) Ready(w int) bool { return false }

// Run executes warp w until none of its lanes can run. Errors are *NotStatic,
// *BudgetError, *OpaqueError, *AssumeError and ctx.Err(); after an error the
// block cannot go on.
func (b *Block) Run(ctx context.Context, w int) error { return nil }

// Stop makes Run return at once with a nil error.
func (b *Block) Stop() {}

// Release lets lanes of warp w that wait AtBarrier go on; r is the reduction's
// result for them.
func (b *Block) Release(w int, lanes Lanes, r Result) {}

// Places tells where the lanes of warp w are: disjoint, all of WarpLanes(w).
func (b *Block) Places(w int) []Place { return nil }

// Commands counts the accesses and barrier operations so far, per thread.
func (b *Block) Commands() int64 { return 0 }
