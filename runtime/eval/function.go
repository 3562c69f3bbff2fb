package eval

import (
	"math"
	"strings"

	"gv2/frontend/kernel"
)

// Function computes a function on arguments; ok is false where its result is not
// certain.
type Function func(args []int64) (v int64, ok bool)

// FunctionOf is how a call is computed: exact functions of integers, and functions on
// floating point that only move bits or round to an integer. It is nil for others, of
// which no result is certain.
func FunctionOf(e *kernel.Call) Function {
	if !kernel.IsExact(e) {
		return floatFunction(e)
	}
	result, compute, first := TypeOf(e.T), kernel.Exact[e.Fn].Eval, e.Args[0].Type()
	return func(a []int64) (int64, bool) { return result.Wrap(compute(first, a)), true }
}

func floatFunction(e *kernel.Call) Function {
	result := TypeOf(e.T)
	switch {
	case strings.HasPrefix(e.Fn, "bits_") && len(e.Args) == 1:
		if e.Args[0].Type().Bytes() == e.T.Bytes() {
			return func(a []int64) (int64, bool) { return result.Wrap(a[0]), true }
		}
	case e.Fn == "__hiloint2double" && len(e.Args) == 2:
		return func(a []int64) (int64, bool) { return a[0]<<32 | int64(uint32(a[1])), true }
	case e.Fn == "__double2hiint" && len(e.Args) == 1:
		return func(a []int64) (int64, bool) { return a[0] >> 32, true }
	case e.Fn == "__double2loint" && len(e.Args) == 1:
		return func(a []int64) (int64, bool) { return int64(int32(a[0])), true }
	case len(e.Args) == 1:
		return roundingFunction(e)
	case len(e.Args) == 2:
		return choosingFunction(e)
	}
	return nil
}

var roundings = map[string]func(float64) float64{
	"floor": math.Floor, "ceil": math.Ceil, "trunc": math.Trunc, "rint": math.RoundToEven,
	"nearbyint": math.RoundToEven, "fabs": math.Abs,
}

// conversions are the conversion intrinsics, by their rounding.
var conversions = map[string]func(float64) float64{
	"_rn": math.RoundToEven, "_rz": math.Trunc, "_rd": math.Floor, "_ru": math.Ceil,
}

// roundingFunction is floorf(x), __float2int_rn(x) and their kind.
func roundingFunction(e *kernel.Call) Function {
	from, to := TypeOf(e.Args[0].Type()), TypeOf(e.T)
	round := roundings[strings.TrimSuffix(e.Fn, "f")]
	switch {
	case round == nil && strings.HasPrefix(e.Fn, "__") && len(e.Fn) > 3:
		return conversionFunction(e.Fn, from, to)
	case round == nil || from != to || from == F16 || !from.Float():
		return nil
	}
	return func(a []int64) (int64, bool) {
		f := Decode(from, a[0])
		v, sure := exactly(to, round(f))
		return v, sure == Certain && plain(from, f)
	}
}

// conversionFunction is __float2int_rz(x), __int2float_rn(x) and their kind.
func conversionFunction(fn string, from, to Type) Function {
	round := conversions[fn[len(fn)-3:]]
	if round == nil || from == F16 || to == F16 || from == Bool || !strings.Contains(fn, "2") {
		return nil
	}
	switch {
	case from.Float() && to.Float() || !from.Float() && !to.Float():
		return nil
	case to.Float():
		if !strings.HasSuffix(fn, "_rn") {
			return nil
		}
		return func(a []int64) (int64, bool) { return integerToFloat(from, to, a[0]), true }
	}
	return func(a []int64) (int64, bool) {
		f := Decode(from, a[0])
		v, sure := floatToInteger(to, round(f))
		return v, sure == Certain && plain(from, f)
	}
}

// choosingFunction is fmin(x, y) and fmax(x, y), certain where they are not zeros
// of either sign.
func choosingFunction(e *kernel.Call) Function {
	t := TypeOf(e.T)
	name := strings.TrimSuffix(e.Fn, "f")
	if name != "fmin" && name != "fmax" || t == F16 || !t.Float() || e.Args[0].Type() != e.T || e.Args[1].Type() != e.T {
		return nil
	}
	return func(a []int64) (int64, bool) {
		x, y := Decode(t, a[0]), Decode(t, a[1])
		if !plain(t, x) || !plain(t, y) || x == 0 && y == 0 {
			return 0, false
		}
		if (x < y) == (name == "fmin") {
			return a[0], true
		}
		return a[1], true
	}
}
