package interleave

import (
	"math"

	"gv2/frontend/kernel"
)

// atomic executes an atomic operation.
func (m *machine) atomic(t *thread, in *instr, s *kernel.Atomic) {
	args := make([]int64, len(in.args))
	for i, x := range in.args {
		args[i] = x(t)
	}
	elem := s.Acc.Array.Elem
	held := m.touch(t, in, atomic, false, func(_ int, old int64) int64 {
		if s.Acc.Width > 1 || len(args) == 0 {
			return m.fresh(elem)
		}
		return updated(s.Op, elem, old, args)
	})
	if s.Dst != nil {
		t.set(in, m.value(elem, s.Dst.T, held))
	}
}

// updated is what an atomic operation makes of the contents of an element.
func updated(op string, elem kernel.Type, old int64, a []int64) int64 {
	if elem.Kind == kernel.Float && op != "exch" && op != "cas" {
		x, y := fromFloat(elem, old), fromFloat(elem, a[0])
		switch op {
		case "sub":
			y = -y
		case "min":
			return toFloat(elem, math.Min(x, y))
		case "max":
			return toFloat(elem, math.Max(x, y))
		}
		return toFloat(elem, x+y)
	}
	less := func(x, y int64) bool {
		if elem.Signed {
			return x < y
		}
		return uint64(x) < uint64(y)
	}
	v := a[0]
	switch op {
	case "add":
		v = old + a[0]
	case "sub":
		v = old - a[0]
	case "and":
		v = old & a[0]
	case "or":
		v = old | a[0]
	case "xor":
		v = old ^ a[0]
	case "min":
		if less(old, a[0]) {
			v = old
		}
	case "max":
		if less(a[0], old) {
			v = old
		}
	case "inc":
		if v = old + 1; !less(old, a[0]) {
			v = 0
		}
	case "dec":
		if v = old - 1; old == 0 || less(a[0], old) {
			v = a[0]
		}
	case "cas":
		if v = old; old == a[0] {
			v = a[1]
		}
	}
	return elem.Wrap(v)
}
