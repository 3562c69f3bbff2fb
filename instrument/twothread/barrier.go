package twothread

import (
	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument/arith"
	"gv2/instrument/key"
	"gv2/predicate"
	"gv2/predicate/fact"
)

const (
	BarrierName  = "BARRIER"
	WarpSyncName = "WARP_SYNC"
	// gridBarrierName is a barrier of the grid for threads of different blocks.
	gridBarrierName = "GRID_BARRIER"
)

// BothPredicates are the parameters of procedures that both threads call.
var BothPredicates = []boogie.Var{{Name: "P$1", T: boogie.Bool}, {Name: "P$2", T: boogie.Bool}}

// barrierProc is what a whole-block barrier does for two threads of one block
// that both reach it: the log is empty again (only the executions that have
// logged nothing go on), and arrays that other threads may have written hold
// anything, the same for both.
//
// For threads of different blocks a barrier of the block orders nothing, so that
// meets is false, but each thread may see new values; one of the grid does to global
// memory what that of the block does.
func barrierProc(name string, pl *Plan, e *arith.Encoder, meets boogie.Expr) *boogie.Proc {
	return MeetingProc(name, pl, e, meets, func(ap *ArrayPlan) bool { return ap.logged(e.Pair) })
}

// MeetingProc is barrierProc where those arrays have logs.
func MeetingProc(name string, pl *Plan, e *arith.Encoder, meets boogie.Expr, logs func(*ArrayPlan) bool) *boogie.Proc {
	p1, p2 := boogie.V("P$1"), boogie.V("P$2")
	proc := &boogie.Proc{
		Attrs:  []boogie.Attr{{Key: "inline", Args: []any{1}}},
		Name:   name,
		Params: BothPredicates,
		Body:   boogie.NoStmts,
	}
	var together, fresh1, fresh2 []boogie.Stmt
	for _, ap := range pl.Arrays {
		if logs(ap) {
			for _, x := range ap.empty() {
				together = append(together, &boogie.Assume{E: x})
			}
		}
		if ap.Content(e.Pair, pl.Intra) == Tracked {
			one, two := ap.Name+key.Suffix(1), ap.Name+key.Suffix(2)
			fresh1 = append(fresh1, &boogie.Havoc{Names: []string{one}})
			fresh2 = append(fresh2, &boogie.Havoc{Names: []string{two}})
			if e.Pair == fact.SameBlock || ap.Array.Space == kernel.Global {
				together = append(together, &boogie.Assume{E: boogie.Eq(boogie.V(one), boogie.V(two))})
			}
			proc.Modifies = append(proc.Modifies, one, two)
		}
	}
	for _, ap := range pl.Arrays {
		if ap.Takes(e.Pair, pl.Intra) && ap.writes {
			proc.Body = append(proc.Body, &boogie.Havoc{Names: []string{TakenName(ap.Array.Name)}})
			proc.Modifies = append(proc.Modifies, TakenName(ap.Array.Name))
		}
	}
	if len(fresh1) > 0 {
		proc.Body = append(proc.Body, &boogie.If{C: p1, Then: fresh1}, &boogie.If{C: p2, Then: fresh2})
	}
	if meets != boogie.False && len(together) > 0 {
		proc.Body = append(proc.Body, &boogie.If{C: boogie.And(p1, p2, meets), Then: together})
	}
	return proc
}

// refreshes reports whether a thread may see new contents after a barrier.
func (pl *Plan) refreshes(pair fact.Pair) bool {
	for _, ap := range pl.Arrays {
		if ap.Content(pair, pl.Intra) == Tracked || ap.Takes(pair, pl.Intra) && ap.writes {
			return true
		}
	}
	return false
}

// SameWarp says that the two threads are of one warp: equal blocks and equal
// linear ids divided by 32.
func SameWarp(e *arith.Encoder, l kernel.Launch) boogie.Expr {
	if e.Pair != fact.SameBlock {
		return boogie.False
	}
	if n := l.Threads(); n > 0 && n <= kernel.WarpSize {
		return boogie.True
	}
	w := &kernel.Binary{Op: kernel.Div, X: l.LinearID(), Y: kernel.Unsigned(kernel.WarpSize)}
	return boogie.Eq(e.Expr(w, 1), e.Expr(w, 2))
}

// syncBarrier writes a barrier of the whole block; between blocks, where none orders
// anything, it may be any.
func (w *Writer) syncBarrier(pred kernel.Expr, s *kernel.Barrier) {
	if w.Enc.Pair == fact.OtherBlock {
		if s.Grid {
			w.gridBarrier(pred, s)
		} else {
			w.passBarrier(pred, s)
		}
		return
	}
	if w.Named != nil {
		w.Named.Barrier(w, w.at, s)
		return
	}
	if s.Kind != kernel.Sync || s.Count != nil {
		w.Diags.Unsupportedf(s.Pos, "%s; the translation supports only barriers of the whole block so far", barrierText(s))
		return
	}
	if s.Named() && pred != nil && !w.Enc.IsUniform(pred) {
		w.Diags.Unsupportedf(s.Pos, "a named barrier under a condition that depends on the thread: gv2 cannot translate its generations yet; "+
			"use __syncthreads(), or the same barrier outside the condition")
		return
	}
	if s.ID != nil && !w.Enc.IsUniform(s.ID) {
		w.Diags.Unsupportedf(s.Pos, "a barrier whose ID depends on the thread: gv2 cannot translate its generations yet; "+
			"use one ID for all threads of the block")
		return
	}
	p1, p2 := w.Pred(pred, 1), w.Pred(pred, 2)
	if !w.Single {
		w.Meet(s.Src, pred, p1, p2, boogie.True)
	}
	if w.depth == 0 && endsInterval(&predicate.Do{Pred: pred, Stmt: s}) {
		w.interval++
	}
	w.Barrier = true
	w.Emit(&boogie.Call{F: w.barrierName(), Args: []boogie.Expr{p1, p2}})
	w.Reduce(pred, s.Reduce, s.Dst, s.Arg, true, boogie.True)
}

// passBarrier is a barrier for threads of different blocks: a thread that waited
// may see what others of its block have written, one that only arrived may not.
func (w *Writer) passBarrier(pred kernel.Expr, s *kernel.Barrier) {
	if s.Kind == kernel.Arrive || !w.Plan.refreshes(w.Enc.Pair) {
		w.Emit(&boogie.Comment{Text: "barrier: orders nothing between blocks"})
	} else {
		w.Barrier = true
		w.Emit(&boogie.Call{F: w.barrierName(), Args: []boogie.Expr{w.Pred(pred, 1), w.Pred(pred, 2)}})
	}
	w.Reduce(pred, s.Reduce, s.Dst, s.Arg, false, boogie.True)
}

// gridBarrier is a barrier that threads of different blocks meet at as well.
func (w *Writer) gridBarrier(pred kernel.Expr, s *kernel.Barrier) {
	p1, p2 := w.Pred(pred, 1), w.Pred(pred, 2)
	w.Meet(s.Src, pred, p1, p2, boogie.True)
	w.grid = true
	w.Emit(&boogie.Call{F: gridBarrierName, Args: []boogie.Expr{p1, p2}})
}

func barrierText(s *kernel.Barrier) string {
	if s.Kind == kernel.Arrive {
		return "bar.arrive"
	}
	return "bar.sync with a participant count other than the block's"
}

// meets says which threads of the pair a barrier of the block, or a __syncwarp, is
// common to.
func (w *Writer) meets(within boogie.Expr) boogie.Expr {
	if w.Enc.Pair == fact.OtherBlock {
		return boogie.False
	}
	return within
}

func (w *Writer) barrierName() string {
	if w.Enc.Pair == fact.SameBlock {
		return BarrierName
	}
	return BarrierName + "_BLOCKS"
}

func (w *Writer) warpSyncName() string {
	if w.Enc.Pair == fact.SameBlock {
		return WarpSyncName
	}
	return WarpSyncName + "_BLOCKS"
}

// Meet asserts that both threads reach a barrier, or neither. Where divergence is
// not asked for it is assumed away: what else is proved of the kernel rests on
// it in any case.
func (w *Writer) Meet(src kernel.Src, pred kernel.Expr, p1, p2, when boogie.Expr) {
	if pred == nil || w.Enc.IsUniform(pred) {
		return
	}
	if w.muted() || !w.checks(kernel.Divergence) {
		w.Emit(&boogie.Assume{E: boogie.Imp(when, boogie.Eq(p1, p2))})
		return
	}
	s := w.Site(src, kernel.Divergence)
	w.Capture(s)
	w.Emit(&boogie.Assert{E: boogie.Imp(when, boogie.Eq(p1, p2)), Tag: &key.Check{Property: kernel.Divergence, Site: s, Comes: p1}})
}
