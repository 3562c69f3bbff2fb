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
	held := m.touch(t, in, atomic, false, func(_ int, old int64) int64 {
		if op == eval.LoadOnly {
			return old
		}
		if s.Acc.Width > 1 || len(in.Args) == 0 {
			return m.fresh(elem)
		}
		return op.Updated(eval.TypeOf(elem), old, args[0], args[1])
	}, func(old int64, held *doubt) *doubt {
		if s.Acc.Width > 1 {
			return nil
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
