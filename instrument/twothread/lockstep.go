package twothread

import (
	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument/arith"
	"gv2/predicate/fact"
)

// Threads of a warp in lock step (Model.LockStep) make each access together with
// the others that make it. So where both threads of the pair reach an access and
// are of one warp, all that they did before is ordered before it, and it before all
// that follows: the log is empty on both sides of it, as at a barrier, and only two
// writes of the access itself can meet.
//
// Where one of them is elsewhere nothing is ordered here, though it may be: they come
// together again behind a branch also if no access follows. What is proved holds, what
// is refuted may not happen.

// lockStepName is the procedure that an access in lock step begins and ends with.
const lockStepName = "LOCK_STEP"

// inStep reports whether accesses order threads of the pair that are in lock step.
func (w *Writer) inStep() bool {
	return w.Request.LockStep && w.Enc.Pair == fact.SameBlock && w.Named == nil && !w.Single
}

// step empties the log if the threads under pred are in lock step.
func (w *Writer) step(pred kernel.Expr) {
	if !w.inStep() {
		return
	}
	w.stepped = true
	w.Emit(&boogie.Call{F: lockStepName, Args: []boogie.Expr{w.Pred(pred, 1), w.Pred(pred, 2)}})
}

// lockStepProc is what step calls. Contents are not renewed: those that lanes write
// are arbitrary all the time.
func lockStepProc(pl *Plan, e *arith.Encoder, l kernel.Launch) *boogie.Proc {
	var empty []boogie.Stmt
	for _, ap := range pl.Arrays {
		if ap.logged(e.Pair) {
			for _, x := range ap.empty() {
				empty = append(empty, &boogie.Assume{E: x})
			}
		}
	}
	together := boogie.And(boogie.V("P$1"), boogie.V("P$2"), SameWarp(e, l))
	return &boogie.Proc{
		Attrs:  []boogie.Attr{{Key: "inline", Args: []any{1}}},
		Name:   lockStepName,
		Params: BothPredicates,
		Body:   []boogie.Stmt{&boogie.If{C: together, Then: empty}},
	}
}
