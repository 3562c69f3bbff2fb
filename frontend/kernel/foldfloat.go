package kernel

import (
	"math"
	"strconv"
)

// floatConst is the value of a floating constant, with its sign if it has one; ok is
// false for other expressions, and for types whose arithmetic Go does not have.
func floatConst(e Expr) (v float64, ok bool) {
	switch e := e.(type) {
	case *FloatConst:
		if e.T != F32 && e.T != F64 {
			return 0, false
		}
		v, err := strconv.ParseFloat(e.Text, e.T.Bits)
		return v, err == nil
	case *Unary:
		if e.Op == Neg {
			v, ok = floatConst(e.X)
			return -v, ok
		}
	default:
		// Others are no constants.
	}
	return 0, false
}

// foldFloatConvert is a floating constant as an integer or a truth value, nil where C
// does not say what it is.
func foldFloatConvert(t Type, v float64) Expr {
	if t.Kind == Bool {
		return BoolConst(v != 0)
	}
	if !t.IsInt() || math.IsNaN(v) {
		return nil
	}
	v = math.Trunc(v)
	lo, hi := 0.0, math.Ldexp(1, t.Bits) // the first number beyond
	if t.Signed {
		lo, hi = -math.Ldexp(1, t.Bits-1), math.Ldexp(1, t.Bits-1)
	}
	if v < lo || v >= hi {
		return nil
	}
	if v >= math.Ldexp(1, 63) {
		return NewConst(t, int64(uint64(v)))
	}
	return NewConst(t, int64(v))
}
