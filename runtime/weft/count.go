package weft

import (
	"fmt"
	"math/bits"

	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/predicate/named/order"
	"gv2/runtime/emulate"
)

// weight is how many threads the operation registers: its lanes. An aligned
// operation that names a count is counted by the warp ("the arrival count is
// incremented by the warp size", PTX manual), which shows where a warp is short:
// the last one of a block whose size is no multiple of 32, and one with exited
// threads. A barrier of the whole block expects the threads there are.
func (t *trace) weight(op *emulate.BarrierOp) int64 {
	if op.Site.Sync.Aligned && op.Site.Sync.Count != nil {
		return int64(bits.OnesCount32(op.Lanes | t.absent(op.Warp) | t.warps[op.Warp].exist&^op.Live))
	}
	if extra(op.Site) {
		return 0
	}
	return int64(bits.OnesCount32(op.Lanes)) * max(op.Arrivals, 1)
}

// miscounted checks the number and the count of a barrier operation, alone and
// against the generation on which it registers. After a fault nothing is defined.
func (t *trace) miscounted(op *emulate.BarrierOp) bool {
	kind, text, other := t.countFault(op)
	if kind == "" {
		return false
	}
	f := Fault{Property: kernel.Count, Kind: kind, Message: text, At: []Party{t.opParty(op)}}
	if other != nil {
		f.At = append(f.At, t.party(other))
	}
	t.stop(f)
	return true
}

// countFault names the fault of the operation, if any, and the registration that
// it clashes with, if any.
func (t *trace) countFault(op *emulate.BarrierOp) (kind, text string, other *registration) {
	if op.Object.Array == nil && (op.ID < 0 || op.ID >= order.Barriers) {
		who := t.lanesOf(op.Warp, op.Lanes)
		return KindID, fmt.Sprintf("%s %s barrier %d, which does not exist: a block has barriers 0 to %d",
			named(t, who), who.verb("names", "name"), op.ID, order.Barriers-1), nil
	}
	b, multiple := t.barrier(op), t.multiple
	if op.Site.Sync.Count == nil {
		multiple = 1 // a block may have any number of threads, and so may an object in memory
	}
	if !b.Now.Empty() {
		other = &b.Now.Registrations[0]
	}
	switch threads := t.weight(op); b.Fit(op.Count, threads, multiple) {
	case order.NoThreads:
		return KindZero, fmt.Sprintf("%s expects %s", t.name(int(op.ID)), diag.Count(op.Count, "thread")), nil
	case order.NoMultiple:
		return KindMultiple, fmt.Sprintf("%s expects %s, which is not a multiple of the warp size %d",
			t.name(int(op.ID)), diag.Count(op.Count, "thread"), kernel.WarpSize), nil
	case order.Disagrees:
		return KindDisagree, fmt.Sprintf("%s expects %s here and %d in %s at %s, which is the same generation, %d",
			t.name(int(op.ID)), diag.Count(op.Count, "thread"), b.Now.Expected, names(t).Its(thread(int(other.warp), firstLane(other.lanes)), kindOf(other.site.Sync)),
			place(other.site), b.Open()), other
	case order.TooMany:
		return KindTooMany, fmt.Sprintf("%d threads register on generation %d of %s, which expects %d",
			b.Now.Registered+threads, b.Open(), t.name(int(op.ID)), op.Count), other
	}
	return "", "", nil
}

// opParty is an operation as one side of a fault.
func (t *trace) opParty(op *emulate.BarrierOp) Party {
	return Party{
		Site: op.Site, Kind: kindOf(op.Site.Sync), Block: t.block,
		Thread: thread(op.Warp, firstLane(op.Lanes)), Threads: t.lanesOf(op.Warp, op.Lanes).ranges(),
	}
}
