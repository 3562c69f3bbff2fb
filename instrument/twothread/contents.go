package twothread

import (
	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument/key"
)

// contentMap is the map that holds an array's contents for a thread, "" where
// they are arbitrary.
func (w *Writer) contentMap(a *kernel.Array, thread int) string {
	ap := w.Plan.of[a]
	switch ap.Content(w.Enc.Pair, w.Plan.Intra) {
	case constant:
		return ap.Name
	case Tracked:
		return ap.Name + key.Suffix(thread)
	case private:
		name := ap.Name + key.Suffix(thread)
		w.Enc.Locals[name] = ap.mapType(w.Enc)
		return name
	}
	return ""
}

// load reads an array: from its map where contents matter, else anything.
func (w *Writer) load(pred kernel.Expr, s *kernel.Load) {
	if !s.Ghost {
		w.access(pred, s.Src, key.Read, s.Acc, nil)
	}
	if s.Dst == nil {
		return
	}
	ap := w.Plan.of[s.Acc.Array]
	// What is volatile may change without a store of this kernel.
	unseen := s.Volatile && ap.Content(w.Enc.Pair, w.Plan.Intra) == constant
	if s.Acc.Width != 1 || unseen || ap.Content(w.Enc.Pair, w.Plan.Intra) == arbitrary {
		w.havoc(s.Dst, pred)
		return
	}
	w.Assign(s.Dst, pred, func(thread int) boogie.Expr {
		m := w.contentMap(s.Acc.Array, max(thread, 1))
		return boogie.At(boogie.V(m), w.Enc.Expr(ap.Offset(s.Acc.Index), thread))
	})
	w.typeLoaded(pred, s.Dst)
}

// typeLoaded assumes that what came out of a map is a value of its type. That holds
// of the variable's value before, too, so no predicate is needed.
func (w *Writer) typeLoaded(_ kernel.Expr, dst *kernel.Var) {
	if dst.T.Kind != kernel.Int {
		return
	}
	w.assumeType(boogie.V(w.Enc.Variable(dst, 1)), dst.T)
	if !w.Enc.Uniform[dst] {
		w.assumeType(boogie.V(w.Enc.Variable(dst, 2)), dst.T)
	}
}

// store writes an array. Values that another thread may compare are computed before.
func (w *Writer) store(pred kernel.Expr, s *kernel.Store) {
	ap := w.Plan.of[s.Acc.Array]
	var values [3]boogie.Expr
	value := func(thread int) boogie.Expr {
		if values[thread] == nil {
			if s.X != nil && s.Acc.Width == 1 {
				values[thread] = w.Enc.Expr(s.X, thread)
			} else {
				values[thread] = w.arbitrary(ap.Array.Elem, thread)
			}
		}
		return values[thread]
	}
	var extra func(int) boogie.Expr
	if ap.values {
		value(1)
		value(2)
		extra = value
	}
	w.access(pred, s.Src, key.Write, s.Acc, extra)
	w.update(pred, s.Acc, value)
	w.forgetTaken(ap)
}

// update changes the contents of the accessed elements for both threads.
func (w *Writer) update(pred kernel.Expr, acc kernel.Access, value func(thread int) boogie.Expr) {
	ap := w.Plan.of[acc.Array]
	if c := ap.Content(w.Enc.Pair, w.Plan.Intra); c != Tracked && c != private {
		return
	}
	for thread := 1; thread <= 2; thread++ {
		m := boogie.V(w.contentMap(acc.Array, thread))
		base := w.Enc.Expr(ap.Offset(acc.Index), thread)
		for k := 0; k < acc.Width; k++ {
			at := base
			if k > 0 {
				at = w.Enc.Model.Plus(w.Enc, base, ap.OffsetConst(w.Enc, int64(k)), ap.Index)
			}
			v := value(thread)
			if acc.Width > 1 {
				v = w.arbitrary(ap.Array.Elem, thread)
			}
			elem := boogie.At(m, at)
			w.Emit(&boogie.Assign{Lhs: []boogie.Expr{elem}, Rhs: []boogie.Expr{boogie.If3(w.Pred(pred, thread), v, elem)}})
		}
	}
}
