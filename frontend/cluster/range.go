package cluster

import "gv2/frontend/kernel"

// inPart reports whether an index is certainly one of a block's own part of an array.
func (j *joiner) inPart(index kernel.Expr, part int64) bool {
	low, high, ok := j.between(index)
	return ok && low >= 0 && high < part
}

// mostBound bounds what between computes with.
const mostBound = 1 << 40

// between are bounds of an expression of the joined kernel that its form shows; ok is false if it shows none.
func (j *joiner) between(e kernel.Expr) (low, high int64, ok bool) {
	switch e := e.(type) {
	case *kernel.Const:
		return e.Val, e.Val, e.Val > -mostBound && e.Val < mostBound
	case *kernel.Builtin:
		n := int64(j.l.BlockDim[e.Dim])
		return 0, n - 1, e.Kind == kernel.ThreadIdx && n > 0
	case *kernel.Convert:
		low, high, ok = j.between(e.X)
		t := e.T
		return low, high, ok && t.IsInt() && e.X.Type().IsInt() && t.Wrap(low) == low && t.Wrap(high) == high
	case *kernel.Binary:
		return j.ofBoth(e)
	default:
		// Others may be anything.
		return 0, 0, false
	}
}

func (j *joiner) ofBoth(e *kernel.Binary) (low, high int64, ok bool) {
	t := e.Type()
	c, constant := e.Y.(*kernel.Const)
	constant = constant && c.Val > 0 && c.Val < mostBound
	a, b, known := j.between(e.X)
	switch {
	case e.Op == kernel.And && constant:
		return 0, c.Val, true
	case e.Op == kernel.Rem && constant && (!t.Signed || known && a >= 0):
		return 0, c.Val - 1, true
	case !known:
		return 0, 0, false
	case e.Op == kernel.Div && constant && a >= 0:
		return 0, b / c.Val, true
	case e.Op == kernel.Shr && constant && c.Val < 32 && a >= 0:
		return 0, b >> c.Val, true
	case e.Op == kernel.Mul && constant && c.Val < 1<<20 && b < 1<<20 && a > -1<<20:
		low, high = a*c.Val, b*c.Val
	case e.Op == kernel.Add || e.Op == kernel.Sub:
		x, y, both := j.between(e.Y)
		if !both {
			return 0, 0, false
		}
		if low, high = a+x, b+y; e.Op == kernel.Sub {
			low, high = a-y, b-x
		}
	default:
		return 0, 0, false
	}
	return low, high, low > -mostBound && high < mostBound && t.Wrap(low) == low && t.Wrap(high) == high
}
