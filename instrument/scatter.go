package instrument

import (
	"fmt"

	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/predicate"
)

// scattered is a store of thread 1 in the list of statements at hand: its predicate
// and its element, kept in variables of their own.
type scattered struct{ pred, offset string }

// apartComment stands before what is known of stores that keep threads apart.
const apartComment = "executed for all threads of a block, no two of them meet here"

// keepApart takes from an analysis that the two threads do not meet, thread 2 at this
// store and thread 1 at this one or at one before it in the same list: they are in the
// same iteration of every loop there. A fault that happens before is found where it
// happens: everything up to the first one is as the analysis says.
func (w *writer) keepApart(pred kernel.Expr, ap *arrayPlan, st *kernel.Store) {
	if st.Scatter == 0 || w.pair != predicate.SameBlock || w.single || w.opts.LockStep {
		return
	}
	index := ap.offset(st.Acc.Index)
	name := fmt.Sprintf("scatter_%d", st.Scatter)
	own := scattered{name + "_enabled" + suffix(1), name + "_offset" + suffix(1)}
	w.locals[own.pred], w.locals[own.offset] = boogie.Bool, w.typ(ap.index)
	w.emit(&boogie.Assign{Lhs: []boogie.Expr{boogie.V(own.pred)}, Rhs: []boogie.Expr{w.pred(pred, 1)}})
	w.emit(&boogie.Assign{Lhs: []boogie.Expr{boogie.V(own.offset)}, Rhs: []boogie.Expr{w.expr(index, 1)}})
	if w.scattered == nil {
		w.scattered = map[int]scattered{}
	}
	w.scattered[st.Scatter] = own
	for number := 1; number < 64; number++ {
		first, here := w.scattered[number]
		if !here || st.Apart>>number&1 == 0 {
			continue
		}
		w.emit(&boogie.Comment{Text: apartComment})
		w.emit(&boogie.Assume{E: boogie.Imp(
			boogie.And(boogie.V(first.pred), w.pred(pred, 2)),
			boogie.Ne(boogie.V(first.offset), w.expr(index, 2)))})
	}
}
