package twothread

import (
	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument/key"
)

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

// store writes an array. Values that another thread may compare are computed before.
func (w *Writer) store(pred kernel.Expr, s *kernel.Store) {
	ap := w.Plan.of[s.Acc.Array]
	var values [3]boogie.Expr
	value := func(thread int) boogie.Expr {
		if values[thread] == nil {
			values[thread] = w.Written(s, s.Acc, thread)
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

// Written is the value that a thread's access leaves in an element: that of a store, if the
// kernel still computes it, else any.
func (w *Writer) Written(s kernel.Stmt, acc kernel.Access, thread int) boogie.Expr {
	if st, ok := s.(*kernel.Store); ok && st.X != nil && acc.Width == 1 {
		return w.Enc.Expr(st.X, thread)
	}
	return w.arbitrary(acc.Array.Elem, thread)
}
