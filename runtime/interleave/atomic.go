package interleave

import (
	"gv2/frontend/kernel"
	"gv2/runtime/eval"
	"gv2/runtime/flat"
)

// atomic executes an atomic operation.
func (m *machine) atomic(t *thread, in *flat.Instr, s *kernel.Atomic) {
	var args [2]int64
	for i, r := range in.Args {
		args[i] = t.regs[r]
	}
	elem, op := s.Acc.Array.Elem, eval.AtomicOf(s)
	w := m.jointly(t, in, s, args)
	t.missed = w.missed
	held := m.touch(t, in, atomic, false, func(part int, old int64) int64 {
		switch {
		case op == eval.LoadOnly:
			return old
		case len(in.Args) == 0:
			return m.fresh(elem)
		case s.Acc.Width > 1:
			if v, ok := eval.Part(eval.TypeOf(elem), eval.TypeOf(w.t), s.Acc.Width, part, w.value); ok && w.known {
				return v
			}
			return m.fresh(elem)
		}
		return op.Updated(eval.TypeOf(elem), old, args[0], args[1])
	}, func(old int64, held *doubt) *doubt {
		if s.Acc.Width > 1 {
			return w.doubt
		}
		if op == eval.CAS && held != nil {
			m.spoil(rounding)
		}
		return t.updated(op, eval.TypeOf(elem), in, old, held)
	})
	if s.Dst != nil {
		t.set(in, m.value(elem, s.Dst.T, held))
		t.about(in.Dst, t.found(s.Acc.Width))
	}
}

// joint is what an atomic does to several elements that hold one value together.
type joint struct {
	t      kernel.Type
	value  int64 // that it leaves there
	known  bool
	missed bool // a compare-and-swap that has found another value
	doubt  *doubt
}

// jointly looks at the elements before the atomic changes them; it does nothing for an atomic of one element.
func (m *machine) jointly(t *thread, in *flat.Instr, s *kernel.Atomic, args [2]int64) (w joint) {
	width, from, a := int64(s.Acc.Width), t.regs[in.Index], m.program.arrays[in.Array]
	if width <= 1 || from < 0 || a.Len >= 0 && from+width > a.Len {
		return joint{}
	}
	switch {
	case len(s.Args) > 0:
		w.t = s.Args[0].Type()
	case s.Dst != nil:
		w.t = s.Dst.T
	}
	old, ok := eval.Join(eval.TypeOf(s.Acc.Array.Elem), eval.TypeOf(w.t), s.Acc.Width, func(k int) (int64, bool) {
		e := m.element(t, a, from+int64(k))
		if e.doubt != nil {
			w.doubt = unknownInteger
		}
		return e.value, true
	})
	for _, r := range in.Args {
		if t.doubts[r] != nil {
			w.doubt = unknownInteger
		}
	}
	op := eval.AtomicOf(s)
	if !ok || len(in.Args) == 0 {
		w.doubt = unknownInteger
		return w
	}
	if op == eval.CAS && w.doubt != nil {
		m.spoil(rounding)
	}
	w.known, w.missed = true, op == eval.CAS && old != args[0]
	w.value = op.Updated(eval.TypeOf(w.t), old, args[0], args[1])
	return w
}
