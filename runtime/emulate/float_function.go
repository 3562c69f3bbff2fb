package emulate

import (
	"math"
	"strings"

	"gv2/frontend/kernel"
)

// Function returns how a function on bit patterns, such as one that rounds to an
// integer, is computed: nil where its result is never certain, and not ok for
// arguments for which it is not.
func Function(e *kernel.Call) func(args []int64) (v int64, ok bool) { return floatFunction(e) }

// floatFunction returns how a function on floating point is computed, nil where
// its result is not certain: functions that only move bits or round to an
// integer.
func floatFunction(e *kernel.Call) func(args []int64) (int64, bool) {
	result := codeOf(e.T)
	switch {
	case strings.HasPrefix(e.Fn, "bits_") && len(e.Args) == 1:
		if e.Args[0].Type().Bytes() == e.T.Bytes() {
			return func(a []int64) (int64, bool) { return result.wrap(a[0]), true }
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
func roundingFunction(e *kernel.Call) func(args []int64) (int64, bool) {
	from, to := codeOf(e.Args[0].Type()), codeOf(e.T)
	round := roundings[strings.TrimSuffix(e.Fn, "f")]
	switch {
	case round == nil && strings.HasPrefix(e.Fn, "__") && len(e.Fn) > 3:
		return conversionFunction(e.Fn, from, to)
	case round == nil || from != to || from == f16Code || !from.float():
		return nil
	}
	return func(a []int64) (int64, bool) {
		f, ok := decodeFloat(from, a[0])
		if !ok {
			return 0, false
		}
		return encodeFloat(to, round(f))
	}
}

// conversionFunction is __float2int_rz(x), __int2float_rn(x) and their kind.
func conversionFunction(fn string, from, to typeCode) func(args []int64) (int64, bool) {
	round := conversions[fn[len(fn)-3:]]
	if round == nil || from == f16Code || to == f16Code || from == boolCode || !strings.Contains(fn, "2") {
		return nil
	}
	switch {
	case from.float() && to.float() || !from.float() && !to.float():
		return nil
	case to.float():
		if !strings.HasSuffix(fn, "_rn") {
			return nil
		}
		return func(a []int64) (int64, bool) { return integerToFloat(from, to, a[0]), true }
	}
	return func(a []int64) (int64, bool) {
		f, ok := decodeFloat(from, a[0])
		if !ok {
			return 0, false
		}
		return floatToInteger(to, round(f))
	}
}

// choosingFunction is fmin(x, y) and fmax(x, y), certain where they are not zeros
// of either sign.
func choosingFunction(e *kernel.Call) func(args []int64) (int64, bool) {
	t := codeOf(e.T)
	name := strings.TrimSuffix(e.Fn, "f")
	if name != "fmin" && name != "fmax" || t == f16Code || !t.float() || e.Args[0].Type() != e.T || e.Args[1].Type() != e.T {
		return nil
	}
	return func(a []int64) (int64, bool) {
		x, ok1 := decodeFloat(t, a[0])
		y, ok2 := decodeFloat(t, a[1])
		if !ok1 || !ok2 || x == 0 && y == 0 {
			return 0, false
		}
		if (x < y) == (name == "fmin") {
			return a[0], true
		}
		return a[1], true
	}
}
