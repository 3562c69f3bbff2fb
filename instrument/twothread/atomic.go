package twothread

import (
	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument/arith"
	"gv2/instrument/key"
	"gv2/predicate/fact"
)

// atomic is checked as an access of its own kind. What it leaves in memory is
// arbitrary, and so is what it returns, except that a counter which atomics only
// ever count up (or only down) never returns the same value twice:
//
//	pos = atomicAdd(&count, 1);  out[pos] = x;
//
// TAKEN_A[i][v] says that one of the two threads got v from element i. If the
// kernel also writes A otherwise it is forgotten where one of the two threads
// writes, and at barriers: the writes of a third thread race with the atomics
// unless a barrier lies between. Of atomics that add more than one, or a count that may be 0, two
// threads that reach one together have ranges that do not meet (apart). That the counter does not wrap is an assumption
// that verdicts print.
func (w *Writer) atomic(pred kernel.Expr, s *kernel.Atomic) {
	ap := w.Plan.of[s.Acc.Array]
	var extra func(int) boogie.Expr
	if ap.blockScope {
		across := w.Enc.Pair == fact.OtherBlock && s.Scope == kernel.BlockScope
		extra = func(int) boogie.Expr { return &boogie.BoolLit{Val: across} }
	}
	w.access(pred, s.Src, key.AtomicAccess, s.Acc, extra)
	w.update(pred, s.Acc, func(thread int) boogie.Expr { return w.arbitrary(ap.Array.Elem, thread) })
	if s.Dst == nil {
		return
	}
	if w.Enc.Uniform[s.Dst] {
		w.havoc(s.Dst, pred)
		return
	}
	if !ap.Takes(w.Enc.Pair, w.Plan.Intra) {
		if !ap.Ranges(w.Enc.Pair, w.Plan.Intra) {
			w.havoc(s.Dst, pred)
			return
		}
		for thread := 1; thread <= 2; thread++ {
			w.set(s.Dst, thread, pred, w.arbitrary(s.Dst.T, thread))
		}
	} else {
		for thread := 1; thread <= 2; thread++ {
			w.take(pred, s, ap, thread)
		}
	}
	if ap.Ranges(w.Enc.Pair, w.Plan.Intra) && !one(s.Args[0]) {
		w.apart(pred, s, ap)
	}
}

func one(x kernel.Expr) bool {
	c, constant := x.(*kernel.Const)
	return constant && c.Val == 1
}

// apart says that two threads which reach the atomic together get ranges that do not meet: each has
// what the counter was to what it makes of it. Differences tell that whatever the counter
// began with, because it does not get around to where it was.
func (w *Writer) apart(pred kernel.Expr, s *kernel.Atomic, ap *ArrayPlan) {
	var got, step, index [3]boogie.Expr
	for t := 1; t <= 2; t++ {
		got[t] = boogie.V(w.Enc.Variable(s.Dst, t))
		step[t] = w.Enc.Expr(s.Args[0], t)
		index[t] = w.Enc.Expr(ap.Offset(s.Acc.Index), t)
	}
	t := s.Dst.T
	least := func(x, y int) boogie.Expr { // the range of x ends before that of y
		if w.Enc.Mathematical() {
			return w.Enc.Model.Less(w.Enc, true, w.Enc.Model.Plus(w.Enc, got[x], step[x], t), got[y], t)
		}
		difference := w.Enc.Used.BV("sub", t.Bits, got[y], got[x])
		return w.Enc.Model.Less(w.Enc, true, step[x], difference, kernel.Type{Kind: kernel.Int, Bits: t.Bits})
	}
	if w.Enc.Mathematical() {
		// A counter that does not wrap holds what the atomic makes of it.
		for thread := 1; thread <= 2; thread++ {
			w.Emit(&boogie.Assume{E: boogie.Imp(w.Pred(pred, thread), w.Enc.Model.InRange(w.Enc, w.Enc.Model.Plus(w.Enc, got[thread], step[thread], t), t))})
		}
	}
	ends := boogie.Or(least(1, 2), least(2, 1))
	if !w.Enc.Mathematical() {
		none := w.Enc.Model.Literal(0, t)
		ends = boogie.Or(boogie.Eq(step[1], none), boogie.Eq(step[2], none), boogie.And(least(1, 2), least(2, 1)))
	}
	both := boogie.And(w.Pred(pred, 1), w.Pred(pred, 2), boogie.Eq(index[1], index[2]))
	w.Emit(&boogie.Assume{E: boogie.Imp(both, ends)})
}

// Ranges reports whether atomics on the array reserve ranges of it, none of which two threads have that
// reach the atomic together: all of them count up, or stay. Other writes have to be at the far side of
// a barrier, as for Takes: they do not come between the two.
func (p *ArrayPlan) Ranges(pair fact.Pair, intra bool) bool {
	if !p.ascends || p.mixed || len(p.slots) > 0 || p.Array.Elem.Kind != kernel.Int || p.Array.Space == kernel.Local {
		return false
	}
	if pair == fact.OtherBlock {
		return p.Array.Space == kernel.Global && !p.writes
	}
	if p.Array.OfBlocks {
		return false // the threads of a block have one
	}
	return !p.writes || p.barriersOrder && !p.Orderless && !(intra && p.Array.Space == kernel.Global)
}

// TakenName is the map of the values that atomics on an array returned.
func TakenName(array string) string { return "TAKEN_" + array }

// Takes reports whether values returned by atomics on the array are remembered.
// Between blocks no barrier could tell when to forget. Local counters are each
// thread's own.
func (p *ArrayPlan) Takes(pair fact.Pair, intra bool) bool {
	if !p.distinct || len(p.slots) > 0 && p.writes || p.Array.Elem.Kind != kernel.Int || p.Array.Space == kernel.Local {
		return false
	}
	if pair == fact.OtherBlock {
		return p.Array.Space == kernel.Global && !p.writes
	}
	if p.Array.OfBlocks {
		return false // the threads of a block have one
	}
	return !p.writes || !p.Orderless && !(intra && p.Array.Space == kernel.Global)
}

func (p *ArrayPlan) takenVar(e *arith.Encoder) boogie.Decl {
	keys := []boogie.Type{e.Type(p.Index), e.Type(p.Array.Elem)}
	return &boogie.VarDecl{
		Name: TakenName(p.Array.Name), T: &boogie.MapType{Keys: keys, Value: boogie.Bool},
		Comment: "values that atomics returned",
	}
}

// findDistinct finds the arrays whose atomics all add constants of one sign and
// of which at least one result is used.
func (p *Plan) findDistinct(k *kernel.Kernel) {
	sign := map[*kernel.Array]int{} // 2: mixed
	descends := map[*kernel.Array]bool{}
	steps := stepsOf(k)
	used := map[*kernel.Array]bool{}
	orders := true
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		switch s := s.(type) {
		case *kernel.Atomic:
			used[s.Acc.Array] = used[s.Acc.Array] || s.Dst != nil
			descends[s.Acc.Array] = descends[s.Acc.Array] || direction(s) != 1 && !steps.up(s)
			if d := direction(s); sign[s.Acc.Array] == 0 || sign[s.Acc.Array] == d {
				sign[s.Acc.Array] = d
			} else {
				sign[s.Acc.Array] = 2
			}
		case *kernel.WarpSync:
			orders = orders && fact.FullMask(s.Mask)
		default:
			// Others neither count nor order.
		}
		return true
	})
	for a, d := range sign {
		ap := p.of[a]
		// A __syncwarp of some lanes may separate a reset from the atomics
		// without being seen here.
		ap.distinct = used[a] && d != 2 && (orders && !ap.lockStep || !ap.writes)
		ap.ascends, ap.barriersOrder = used[a] && !descends[a], orders && !ap.lockStep
	}
}

// maxCount is the largest step of a counter that is taken not to wrap: flipping
// the top bit by adding it is a known trick, too.
const maxCount = 1 << 12

// direction is 1 for an atomic that adds a positive constant, -1 for one that
// takes away, 2 for any other.
func direction(s *kernel.Atomic) int {
	if len(s.Args) != 1 || s.Acc.Width != 1 || s.Acc.Array.Elem.Kind != kernel.Int {
		return 2
	}
	c, ok := s.Args[0].(*kernel.Const)
	if !ok {
		return 2
	}
	d := 0
	switch v := fact.LeastMagnitude(c); {
	case v > 0 && v <= maxCount:
		d = 1
	case v < 0 && v >= -maxCount:
		d = -1
	}
	switch {
	case d == 0:
		return 2
	case s.Op == "add":
		return d
	case s.Op == "sub":
		return -d
	}
	return 2
}
