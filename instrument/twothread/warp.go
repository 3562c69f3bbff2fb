package twothread

import (
	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/predicate"
	"gv2/predicate/fact"
)

// syncWarp orders the accesses of two threads of a warp that both reach it and
// name each other in their masks.
//
// Both threads are at one statement, in one iteration. Why are they also at one
// synchronisation? A thread at a __syncwarp waits until the lanes that its mask names
// have reached one, with the same mask. Take the synchronisations of two threads of a
// warp whose masks name both. That masks agree is either plain, the mask being
// constant, or LaneMasks has seen it for all threads of the block; and it is the same
// each time a statement is reached, the mask hanging on the thread alone. That the two
// reach each of these statements together, or neither, is what exchange has checked.
// So both reach the same sequence of such synchronisations, and the k-th of one is
// the k-th of the other. Those with masks that do not name the other do not
// concern the other.
func (w *Writer) syncWarp(pred kernel.Expr, s *kernel.WarpSync) {
	if w.Single {
		return
	}
	if fact.LooseMask(s, w.Notes) {
		w.Emit(&boogie.Comment{Text: "__syncwarp of lanes that are not constant: taken to order nothing"})
		w.renew(pred)
		return
	}
	named := w.lanes.named(s)
	w.comeTogether(s.Src, pred, named)
	p1, p2 := w.Pred(pred, 1), w.Pred(pred, 2)
	if w.Enc.Pair == fact.OtherBlock && !w.Plan.refreshes(w.Enc.Pair) {
		w.Emit(&boogie.Comment{Text: "__syncwarp: orders nothing between blocks"})
		return
	}
	if w.Notes.Lanes(s) != nil && w.Enc.Pair == fact.SameBlock {
		// Each thread may see new contents whichever the other thread is.
		w.renew(pred)
		p1 = boogie.And(p1, named.warp)
	}
	p1, p2 = boogie.And(p1, named.each[1]), boogie.And(p2, named.each[2])
	if w.Named != nil {
		w.Named.WarpSync(w, s.Src, p1, p2)
		return
	}
	w.Warp = true
	w.Emit(&boogie.Call{F: w.warpSyncName(), Args: []boogie.Expr{p1, p2}})
}

// exchange checks that the threads of a warp reach a statement together whose
// mask names them: a shuffle or a vote.
func (w *Writer) exchange(src kernel.Src, pred, mask kernel.Expr) {
	if w.Single || w.Enc.Pair != fact.SameBlock {
		return
	}
	if fact.FullMask(mask) {
		w.comeTogether(src, pred, w.lanes.wholeWarp())
	} else if _, ok := fact.RunsOf(mask); ok {
		w.comeTogether(src, pred, w.lanes.constant(mask))
	}
}

// comeTogether checks that two threads of a warp that a mask names both reach a
// statement or neither. Threads that have exited do not count.
func (w *Writer) comeTogether(src kernel.Src, pred kernel.Expr, named namedLanes) {
	if w.Single || w.Enc.Pair != fact.SameBlock {
		return
	}
	w.Meet(src, pred, w.Pred(pred, 1), w.Pred(pred, 2), w.whenNamed(named))
}

// wholeWarp checks that two threads of a warp both reach a statement or neither, also
// where one of them has exited.
func (w *Writer) wholeWarp(src kernel.Src, pred kernel.Expr) {
	if w.Single || w.Enc.Pair != fact.SameBlock {
		return
	}
	w.Meet(src, pred, w.Pred(pred, 1), w.Pred(pred, 2), w.lanes.wholeWarp().both())
}

// mostSyncGroups bounds how many different groups of lanes are looked at.
const mostSyncGroups = 3

// Together says for each kind of __syncwarp in the kernel, the first few, that the
// two threads wait for each other there.
func (w *Writer) Together() []boogie.Expr {
	var out []boogie.Expr
	seen := map[string]bool{}
	if w.Enc.Pair != fact.SameBlock {
		return nil
	}
	predicate.EachDo(w.Prog.Body, func(d *predicate.Do) {
		s, ok := d.Stmt.(*kernel.WarpSync)
		if !ok || fact.LooseMask(s, w.Notes) || len(out) >= mostSyncGroups {
			return
		}
		named := w.lanes.named(s).both()
		if text := boogie.ExprString(named); !seen[text] {
			seen[text] = true
			out = append(out, named)
		}
	})
	return out
}

// Exchanging says for each kind of shuffle and vote in the kernel, the first few, that the two threads
// have to reach it together.
func (w *Writer) Exchanging() []boogie.Expr {
	var out []boogie.Expr
	seen := map[string]bool{}
	if w.Enc.Pair != fact.SameBlock || w.Single {
		return nil
	}
	predicate.EachDo(w.Prog.Body, func(d *predicate.Do) {
		var mask kernel.Expr
		aligned := false
		switch s := d.Stmt.(type) {
		case *kernel.Shuffle:
			mask = s.Mask
		case *kernel.Vote:
			mask, aligned = s.Mask, s.Aligned
		default:
			// Others exchange no values.
			return
		}
		named := w.lanes.wholeWarp()
		if _, runs := fact.RunsOf(mask); !aligned && !fact.FullMask(mask) {
			if !runs {
				return
			}
			named = w.lanes.constant(mask)
		}
		when := w.whenNamed(named)
		if text := boogie.ExprString(when); !seen[text] && len(out) < mostSyncGroups {
			seen[text] = true
			out = append(out, when)
		}
	})
	return out
}

// whenNamed says that both threads are named and none has exited.
func (w *Writer) whenNamed(named namedLanes) boogie.Expr {
	when := named.both()
	if w.Prog.Alive != nil {
		alive := &kernel.VarRef{Var: w.Prog.Alive}
		when = boogie.And(when, w.Enc.Expr(alive, 1), w.Enc.Expr(alive, 2))
	}
	return when
}

// shuffle yields any value, but for one that all lanes have, and the same for lanes that
// read the same lane.
func (w *Writer) shuffle(pred kernel.Expr, s *kernel.Shuffle) {
	w.exchange(s.Src, pred, s.Mask)
	together := w.Prog.Alive == nil && (pred == nil || w.Enc.IsUniform(pred)) && fact.WholeWarp(w.Prog.Kernel, s)
	if !together || !w.Enc.IsUniform(s.Value) {
		if !w.readsSameLane(pred, s) {
			w.havoc(s.Dst, pred)
		}
		return
	}
	w.Assign(s.Dst, pred, func(thread int) boogie.Expr { return w.Enc.Expr(s.Value, thread) })
}

// readsSameLane is a shuffle by which lanes name the lane to read from, __shfl_sync(mask, x,
// lane), where that certainly takes part: two threads get the same value if they name the
// same. It reports whether it applies.
func (w *Writer) readsSameLane(pred kernel.Expr, s *kernel.Shuffle) bool {
	width, known := s.Width.(*kernel.Const)
	// Whoever has exited provides no value. In a warp that is not full, lane 0 of a segment
	// is there as soon as any other is.
	zero, constant := s.Lane.(*kernel.Const)
	launch := w.Prog.Kernel.Launch
	there := constant && zero.Val == 0 || launch.Threads() > 0 && launch.Threads()%kernel.WarpSize == 0
	if s.Dst == nil || s.Mode != "idx" || !known || !segments(width.Val) || w.Single || w.Enc.Pair != fact.SameBlock || w.Enc.Uniform[s.Dst] ||
		!fact.FullMask(s.Mask) || w.Prog.Alive != nil || !there {
		return false
	}
	segment := &kernel.Binary{Op: kernel.Div, X: launch.LinearID(), Y: kernel.Unsigned(width.Val)}
	both := boogie.And(w.Pred(pred, 1), w.Pred(pred, 2), boogie.Eq(w.Enc.Expr(segment, 1), w.Enc.Expr(segment, 2)),
		boogie.Eq(w.Enc.Expr(s.Lane, 1), w.Enc.Expr(s.Lane, 2)))
	one, two := w.arbitrary(s.Dst.T, 1), w.arbitrary(s.Dst.T, 2)
	w.Emit(&boogie.Assume{E: boogie.Imp(both, boogie.Eq(one, two))})
	w.Assign(s.Dst, pred, func(thread int) boogie.Expr {
		if thread == 2 {
			return two
		}
		return one
	})
	return true
}

// vote gives the threads of a warp that vote together the same result.
func (w *Writer) vote(pred kernel.Expr, s *kernel.Vote) {
	switch {
	case s.Op == kernel.ActiveMask: // no lane waits
	case s.Aligned:
		w.wholeWarp(s.Src, pred)
	default:
		w.exchange(s.Src, pred, s.Mask)
	}
	same := s.Op == kernel.ReduceAnd || s.Op == kernel.ReduceOr || s.Op == kernel.Ballot || s.Op >= kernel.SumLanes
	together := same && fact.FullMask(s.Mask) && w.Enc.Pair == fact.SameBlock
	when := boogie.False
	if together {
		when = SameWarp(w.Enc, w.Prog.Kernel.Launch)
	}
	w.Reduce(pred, s.Op, s.Dst, s.Arg, together, when)
}

// segments reports whether a width splits a warp into segments.
func segments(width int64) bool {
	return width > 0 && width <= kernel.WarpSize && width&(width-1) == 0
}
