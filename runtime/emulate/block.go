package emulate

import "context"

// Block is one block while it runs.
type Block struct{ run execution }

// Start prepares a block without running it. All lanes are Ready at the
// kernel's start.
func (p *Program) Start(o Options, obs Observer) *Block {
	b := &Block{execution{
		state: newState(p, o), obs: obs, values: o.Values, tell: o.Together, pause: o.ArrivesWait, limit: o.MaxCommands, regions: map[int32]*region{},
	}}
	if b.run.limit <= 0 {
		b.run.limit = DefaultMaxCommands
	}
	return b
}

// Ready reports whether some lanes of warp w can run.
func (b *Block) Ready(w int) bool { return len(b.run.state.warps[w].groups) > 0 }

// Run executes warp w until none of its lanes can run. Errors are *NotStatic,
// *BudgetError, *OpaqueError, *AssumeError and ctx.Err(); after an error the
// block cannot continue.
func (b *Block) Run(ctx context.Context, w int) error { return b.run.runWarp(ctx, w) }

// Stop makes Run return at once with a nil error, now and later: an observer
// calls it after a fault that leaves the rest undefined.
func (b *Block) Stop() { b.run.stopped = true }

// Release lets lanes of warp w that wait AtBarrier continue; r is the
// reduction's result for them. It may be called from inside Observer.Barrier,
// for the lanes of that very operation too, and for lanes of any other warp.
func (b *Block) Release(w int, lanes Lanes, r Result) { b.run.release(w, lanes, r) }

// Places tells where the lanes of warp w are: disjoint, all of WarpLanes(w).
func (b *Block) Places(w int) []Place { return b.run.state.places(w) }

// Relied reports whether a thread loaded a known value from the array with that
// index. If none did, the execution does not depend on the array's contents.
func (b *Block) Relied(array int) bool { return b.run.state.relied[array] }

// Commands counts the accesses and barrier operations so far, per thread.
func (b *Block) Commands() int64 { return b.run.commands }
