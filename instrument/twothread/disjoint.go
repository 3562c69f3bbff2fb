package twothread

import (
	"fmt"

	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument/key"
	"gv2/predicate/fact"
)

// scattered is a store of a thread in the list of statements at hand: its predicate
// and its element, kept in variables of their own.
type scattered struct{ pred, offset string }

// scatteredBy is a store, by its number, and the thread.
type scatteredBy struct{ number, thread int }

// disjointComment explains in the text what is assumed of such stores.
const disjointComment = "executed for all threads of a block, no two of them meet here"

// AssumeDisjoint assumes what an analysis has shown: thread 2 at this store and thread 1 at
// this one, or at an earlier one in the same list, do not touch the same element. Both
// are in the same iteration of every loop there. Where both threads log, either of them
// may be the one at the earlier store. The analysis supposes that nothing has gone wrong
// before; what goes wrong first is found where it happens, and up to there all is as the
// analysis says.
func (w *Writer) AssumeDisjoint(pred kernel.Expr, ap *ArrayPlan, st *kernel.Store) {
	known := w.Notes.Disjoint(st)
	if known.Number == 0 || w.Enc.Pair != fact.SameBlock || w.Single || w.Request.LockStep {
		return
	}
	index := ap.Offset(st.Acc.Index)
	w.rememberStore(known.Number, pred, index, 1)
	if w.Named != nil {
		w.rememberStore(known.Number, pred, index, 2)
	}
	for number := 1; number < 64; number++ {
		if known.From>>number&1 == 0 {
			continue
		}
		w.disjoint(number, pred, index, 1, 2)
		if w.Named != nil {
			w.disjoint(number, pred, index, 2, 1)
		}
	}
}

// rememberStore remembers a thread's store.
func (w *Writer) rememberStore(number int, pred, index kernel.Expr, thread int) {
	name := fmt.Sprintf("scatter_%d", number)
	own := scattered{name + "_enabled" + key.Suffix(thread), name + "_offset" + key.Suffix(thread)}
	w.Enc.Locals[own.pred], w.Enc.Locals[own.offset] = boogie.Bool, w.Enc.Type(index.Type())
	w.Emit(&boogie.Assign{Lhs: []boogie.Expr{boogie.V(own.pred)}, Rhs: []boogie.Expr{w.Pred(pred, thread)}})
	w.Emit(&boogie.Assign{Lhs: []boogie.Expr{boogie.V(own.offset)}, Rhs: []boogie.Expr{w.Enc.Expr(index, thread)}})
	if w.scattered == nil {
		w.scattered = map[scatteredBy]scattered{}
	}
	w.scattered[scatteredBy{number, thread}] = own
}

// disjoint assumes that one thread, at the store with that number, and the other, here, do
// not touch the same element.
func (w *Writer) disjoint(number int, pred, index kernel.Expr, one, other int) {
	first, here := w.scattered[scatteredBy{number, one}]
	if !here {
		return
	}
	w.Emit(&boogie.Comment{Text: disjointComment})
	w.Emit(&boogie.Assume{E: boogie.Imp(
		boogie.And(boogie.V(first.pred), w.Pred(pred, other)),
		boogie.Ne(boogie.V(first.offset), w.Enc.Expr(index, other)))})
}
