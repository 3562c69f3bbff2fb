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
// unless a barrier lies between. That the counter does not wrap is an assumption
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
	if !ap.Takes(w.Enc.Pair, w.Plan.Intra) || w.Enc.Uniform[s.Dst] {
		w.havoc(s.Dst, pred)
		return
	}
	for thread := 1; thread <= 2; thread++ {
		w.take(pred, s, ap, thread)
	}
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
	used := map[*kernel.Array]bool{}
	orders := true
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		switch s := s.(type) {
		case *kernel.Atomic:
			used[s.Acc.Array] = used[s.Acc.Array] || s.Dst != nil
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
