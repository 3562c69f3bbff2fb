package twothread

import (
	"gv2/boogie"
	"gv2/frontend/kernel"
)

// Reduce gives the result of a barrier or vote that combines the threads' args.
// together says that both threads get the same value when both take part.
func (w *Writer) Reduce(pred kernel.Expr, op kernel.Reduction, dst *kernel.Var, arg kernel.Expr, together bool, when boogie.Expr) {
	if dst == nil {
		return
	}
	one := w.arbitrary(dst.T, 1)
	two := one
	if !w.Enc.Uniform[dst] {
		two = w.arbitrary(dst.T, 2)
		if together {
			both := boogie.And(w.Pred(pred, 1), w.Pred(pred, 2), when)
			w.Emit(&boogie.Assume{E: boogie.Imp(both, boogie.Eq(one, two))})
		}
	}
	if arg != nil {
		w.boundReduction(pred, op, dst, arg, [3]boogie.Expr{nil, one, two})
	}
	w.Assign(dst, pred, func(thread int) boogie.Expr {
		if thread == 2 {
			return two
		}
		return one
	})
}

// boundReduction says what a thread's own argument implies: if the result of
// "and" is true, so was the argument; if that of "or" is false, so was it.
func (w *Writer) boundReduction(pred kernel.Expr, op kernel.Reduction, dst *kernel.Var, arg kernel.Expr, result [3]boogie.Expr) {
	zero := w.zero(dst.T)
	for thread := 1; thread <= 2; thread++ {
		own := w.Enc.Nonzero(arg, thread)
		some := boogie.Ne(result[thread], zero)
		if dst.T.Kind == kernel.Bool {
			some = result[thread]
		}
		var fact boogie.Expr
		switch op {
		case kernel.ReduceAnd:
			fact = boogie.Imp(some, own)
		case kernel.ReduceOr, kernel.ReduceCount:
			fact = boogie.Imp(own, some)
		default:
			return
		}
		w.Emit(&boogie.Assume{E: boogie.Imp(w.Pred(pred, thread), fact)})
	}
}
