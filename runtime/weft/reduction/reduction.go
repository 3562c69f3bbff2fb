// Package reduction computes what barriers return that count or combine. In: the operations of a generation, with what
// is known of what each contributes. Out: the value that its threads receive.
package reduction

import (
	"math/bits"

	"gv2/frontend/kernel"
	"gv2/runtime/emulate"
	"gv2/runtime/eval"
)

// Reduction gathers what the threads of a generation contribute to
// __syncthreads_count and its kind, or bar.red. The result is the same in every
// schedule, because the generation consists of the same operations in all.
type Reduction struct {
	op      kernel.Reduction
	started bool
	mixed   bool // operations of different kinds met: the result is undefined
	count   int64
	all     int64 // contributions
	unknown int64 // of them
}

// Add takes in the contributions of one operation.
func (r *Reduction) Add(op *emulate.BarrierOp) {
	if r.started && r.op != op.Site.Sync.Reduce {
		r.mixed = true
	}
	r.started, r.op = true, op.Site.Sync.Reduce
	r.all += int64(bits.OnesCount32(op.Lanes))
	r.unknown += int64(bits.OnesCount32(op.Lanes &^ op.ArgKnown))
	r.count += int64(bits.OnesCount32(op.Lanes & op.ArgKnown & op.Arg))
}

// Outcome is the value that the threads receive.
func (r *Reduction) Outcome() emulate.Result {
	if r.mixed || r.op == kernel.NoReduction {
		return emulate.Result{}
	}
	value, known := eval.Reduce(r.op, int(r.count), int(r.all-r.unknown), int(r.all))
	return emulate.Result{Known: known, Value: value}
}
