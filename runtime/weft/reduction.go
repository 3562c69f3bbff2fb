package weft

import (
	"math/bits"

	"gv2/frontend/kernel"
	"gv2/runtime/emulate"
)

// reduction gathers what the threads of a generation contribute to
// __syncthreads_count and its kind, or bar.red. The result is the same in every
// schedule, because the generation consists of the same operations in all.
type reduction struct {
	op      kernel.Reduction
	started bool
	mixed   bool // operations of different kinds met: the result is undefined
	count   int64
	all     int64 // contributions
	unknown int64 // of them
}

// add takes in the contributions of one operation.
func (r *reduction) add(op *emulate.BarrierOp) {
	if r.started && r.op != op.Stmt.Reduce {
		r.mixed = true
	}
	r.started, r.op = true, op.Stmt.Reduce
	r.all += int64(bits.OnesCount32(op.Lanes))
	r.unknown += int64(bits.OnesCount32(op.Lanes &^ op.ArgKnown))
	r.count += int64(bits.OnesCount32(op.Lanes & op.ArgKnown & op.Arg))
}

// outcome is the value that the threads receive; one false contribution decides
// a conjunction, and one true contribution a disjunction, whatever else is not
// known.
func (r *reduction) outcome() emulate.Result {
	if r.mixed {
		return emulate.Result{}
	}
	known := r.all - r.unknown
	switch r.op {
	case kernel.ReduceCount:
		return emulate.Result{Known: r.unknown == 0, Value: r.count}
	case kernel.ReduceAnd:
		if r.count < known {
			return emulate.Result{Known: true}
		}
		return emulate.Result{Known: r.unknown == 0, Value: 1}
	case kernel.ReduceOr:
		if r.count > 0 {
			return emulate.Result{Known: true, Value: 1}
		}
		return emulate.Result{Known: r.unknown == 0}
	}
	return emulate.Result{}
}
