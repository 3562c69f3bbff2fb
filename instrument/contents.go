package instrument

import (
	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument/key"
)

// contentMap is the map that holds an array's contents for a thread, "" where
// they are arbitrary.
func (w *writer) contentMap(a *kernel.Array, thread int) string {
	ap := w.plan.of[a]
	switch ap.content(w.enc.Pair, w.plan.intra) {
	case constant:
		return ap.name
	case tracked:
		return ap.name + key.Suffix(thread)
	case private:
		name := ap.name + key.Suffix(thread)
		w.enc.Locals[name] = ap.mapType(w.enc)
		return name
	}
	return ""
}

func (w *writer) load(pred kernel.Expr, s *kernel.Load) {
	if !s.Ghost {
		w.access(pred, s.Src, key.Read, s.Acc, nil)
	}
	if s.Dst == nil {
		return
	}
	ap := w.plan.of[s.Acc.Array]
	// What is volatile may change without a store of this kernel.
	unseen := s.Volatile && ap.content(w.enc.Pair, w.plan.intra) == constant
	if s.Acc.Width != 1 || unseen || ap.content(w.enc.Pair, w.plan.intra) == arbitrary {
		w.havoc(s.Dst, pred)
		return
	}
	w.assign(s.Dst, pred, func(thread int) boogie.Expr {
		m := w.contentMap(s.Acc.Array, max(thread, 1))
		return boogie.At(boogie.V(m), w.enc.Expr(ap.offset(s.Acc.Index), thread))
	})
	w.typeLoaded(pred, s.Dst)
}

// typeLoaded says that what came out of a map is a value of its type. It holds
// of what the variable had before too, so no predicate is needed.
func (w *writer) typeLoaded(_ kernel.Expr, dst *kernel.Var) {
	if dst.T.Kind != kernel.Int {
		return
	}
	w.assumeType(boogie.V(w.enc.Variable(dst, 1)), dst.T)
	if !w.enc.Uniform[dst] {
		w.assumeType(boogie.V(w.enc.Variable(dst, 2)), dst.T)
	}
}

func (w *writer) store(pred kernel.Expr, s *kernel.Store) {
	ap := w.plan.of[s.Acc.Array]
	var values [3]boogie.Expr
	value := func(thread int) boogie.Expr {
		if values[thread] == nil {
			if s.X != nil && s.Acc.Width == 1 {
				values[thread] = w.enc.Expr(s.X, thread)
			} else {
				values[thread] = w.arbitrary(ap.array.Elem, thread)
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
func (w *writer) update(pred kernel.Expr, acc kernel.Access, value func(thread int) boogie.Expr) {
	ap := w.plan.of[acc.Array]
	if c := ap.content(w.enc.Pair, w.plan.intra); c != tracked && c != private {
		return
	}
	for thread := 1; thread <= 2; thread++ {
		m := boogie.V(w.contentMap(acc.Array, thread))
		base := w.enc.Expr(ap.offset(acc.Index), thread)
		for k := 0; k < acc.Width; k++ {
			at := base
			if k > 0 {
				at = w.enc.Model.Plus(w.enc, base, ap.offsetConst(w.enc, int64(k)), ap.index)
			}
			v := value(thread)
			if acc.Width > 1 {
				v = w.arbitrary(ap.array.Elem, thread)
			}
			elem := boogie.At(m, at)
			w.emit(&boogie.Assign{Lhs: []boogie.Expr{elem}, Rhs: []boogie.Expr{boogie.If3(w.pred(pred, thread), v, elem)}})
		}
	}
}
