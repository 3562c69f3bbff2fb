package emulate

import (
	"math"
	"math/big"
	"strconv"
	"strings"

	"gv2/frontend/kernel"
)

// Floating point is known only where every compilation of the program gives the
// same bits. nvcc contracts a*b+c to one rounding and may flush subnormal
// numbers to zero, so a product or a sum is certain only if it is exact and
// normal. What 16 bits mean (half, bfloat16) the kernel does not say: of those
// only the bits are known.

// decodeFloat decodes a pattern of 32 or 64 bits; ok is false for NaN, infinities
// and subnormal numbers.
func decodeFloat(t typeCode, v int64) (f float64, ok bool) {
	switch t {
	case f32Code:
		f = float64(math.Float32frombits(uint32(v)))
	case f64Code:
		f = math.Float64frombits(uint64(v))
	default:
		return 0, false
	}
	return f, plain(t, f)
}

// plain reports whether f is zero or a normal number of type t.
func plain(t typeCode, f float64) bool {
	a := math.Abs(f)
	if t == f32Code {
		return a == 0 || a >= 0x1p-126 && a <= math.MaxFloat32
	}
	return a == 0 || a >= 0x1p-1022 && a <= math.MaxFloat64
}

// encodeFloat encodes f; ok is false where f is not exactly a plain number of t.
func encodeFloat(t typeCode, f float64) (v int64, ok bool) {
	if !plain(t, f) {
		return 0, false
	}
	switch t {
	case f32Code:
		return int64(math.Float32bits(float32(f))), float64(float32(f)) == f
	case f64Code:
		return int64(math.Float64bits(f)), true
	}
	return 0, false
}

var namedFloats = map[string]float64{
	"FLT_MAX": math.MaxFloat32, "FLT_MIN": 0x1p-126, "FLT_EPSILON": 0x1p-23,
	"DBL_MAX": math.MaxFloat64, "DBL_MIN": 0x1p-1022, "DBL_EPSILON": 0x1p-52,
	"M_PI": math.Pi, "M_E": math.E, "M_SQRT2": math.Sqrt2,
}

// parseFloat is the pattern of a literal of type t as it is spelled in C.
func parseFloat(t kernel.Type, text string) (v int64, ok bool) {
	switch text {
	case "INFINITY", "HUGE_VALF":
		return int64(math.Float32bits(float32(math.Inf(1)))), t == kernel.F32
	case "HUGE_VAL":
		return int64(math.Float64bits(math.Inf(1))), t == kernel.F64
	}
	if f, named := namedFloats[text]; named {
		return encodeFloat(codeOf(t), f)
	}
	digits := strings.TrimRight(text, "lL")
	if !strings.HasPrefix(digits, "0x") || strings.ContainsAny(digits, "pP") {
		digits = strings.TrimRight(digits, "fF")
	}
	switch t {
	case kernel.F64:
		f, err := strconv.ParseFloat(digits, 64)
		if err != nil || digits != text && strings.ContainsAny(text, "fF") {
			return 0, false
		}
		return encodeFloat(f64Code, f)
	case kernel.F32:
		f, err := strconv.ParseFloat(digits, 32)
		twice, _ := strconv.ParseFloat(digits, 64)
		if err != nil || float32(twice) != float32(f) {
			return 0, false
		}
		return encodeFloat(f32Code, f)
	}
	return 0, false
}

// negateFloat flips the sign. Of a NaN it is not certain, and a subnormal number
// may become zero.
func negateFloat(t typeCode, x int64) (v int64, ok bool) {
	if t == f16Code {
		return 0, false
	}
	f := wide(t, x)
	return t.wrap(x ^ -1<<(t.bits()-1)), plain(t, f) || math.IsInf(f, 0)
}

// wide decodes without judging: NaN, infinities and subnormal numbers too.
func wide(t typeCode, v int64) float64 {
	if t == f32Code {
		return float64(math.Float32frombits(uint32(v)))
	}
	return math.Float64frombits(uint64(v))
}

func floatBinary(op kernel.BinaryOp, t typeCode, x, y int64) (v int64, ok bool) {
	if op.IsComparison() {
		return floatCompare(op, t, x, y)
	}
	a, ok1 := decodeFloat(t, x)
	b, ok2 := decodeFloat(t, y)
	if !ok1 || !ok2 {
		return 0, false
	}
	var f float64
	switch op {
	case kernel.Add:
		f, ok = exactSum(a, b)
	case kernel.Sub:
		f, ok = exactSum(a, -b)
	case kernel.Mul:
		f, ok = exactProduct(a, b)
	case kernel.Div:
		f, ok = exactQuotient(t, a, b)
	}
	if !ok {
		return 0, false
	}
	return encodeFloat(t, f)
}

// exactSum is a + b where that is a float64 (Knuth's two-sum has no rest).
func exactSum(a, b float64) (s float64, ok bool) {
	s = a + b
	part := s - a
	rest := (a - (s - part)) + (b - part)
	return s, rest == 0
}

// exactProduct is a * b where that is a float64. A subnormal result would hide
// the rest, but is not accepted anyway.
func exactProduct(a, b float64) (p float64, ok bool) {
	p = a * b
	if p == 0 {
		return p, a == 0 || b == 0
	}
	if math.Abs(p) < 0x1p-960 {
		return 0, false
	}
	return p, math.FMA(a, b, -p) == 0
}

// exactQuotient is a / b where that is a float64. Single precision may be
// compiled to a multiplication with the reciprocal, which is exact for powers of
// two.
func exactQuotient(t typeCode, a, b float64) (q float64, ok bool) {
	if b == 0 {
		return 0, false
	}
	if m, _ := math.Frexp(b); t == f32Code && (math.Abs(m) != 0.5 || !plain(t, 1/b)) {
		return 0, false
	}
	q = a / b
	if a != 0 && math.Abs(q) < 0x1p-960 || math.Abs(a) < 0x1p-900 && a != 0 {
		return 0, false
	}
	return q, math.FMA(q, b, -a) == 0
}

// floatCompare compares. Subnormal numbers may count as zero.
func floatCompare(op kernel.BinaryOp, t typeCode, x, y int64) (v int64, ok bool) {
	if t == f16Code {
		return 0, false
	}
	a, b := wide(t, x), wide(t, y)
	for _, f := range [...]float64{a, b} {
		if f == f && !math.IsInf(f, 0) && !plain(t, f) {
			return 0, false
		}
	}
	switch op {
	case kernel.Eq:
		return boolean(a == b), true
	case kernel.Ne:
		return boolean(a != b), true
	case kernel.Lt:
		return boolean(a < b), true
	case kernel.Le:
		return boolean(a <= b), true
	case kernel.Gt:
		return boolean(a > b), true
	}
	return boolean(a >= b), true
}

// floatConvert is a conversion to or from floating point. One from an integer
// rounds to nearest, one to an integer truncates and is defined in its range only.
func floatConvert(from, to typeCode, x int64) (v int64, ok bool) {
	switch {
	case from == f16Code || to == f16Code:
		return x, from == to
	case !from.float():
		return integerToFloat(from, to, x), true
	}
	f, ok := decodeFloat(from, x)
	switch {
	case !ok:
		return 0, false
	case to == boolCode:
		return boolean(f != 0), true
	case to == f32Code:
		return encodeFloat(to, float64(float32(f)))
	case to == f64Code:
		return encodeFloat(to, f)
	}
	return floatToInteger(to, math.Trunc(f))
}

func integerToFloat(from, to typeCode, x int64) int64 {
	if to == f32Code {
		f := float32(x)
		if from == u64Code {
			f = float32(uint64(x))
		}
		return int64(math.Float32bits(f))
	}
	f := float64(x)
	if from == u64Code {
		f = float64(uint64(x))
	}
	return int64(math.Float64bits(f))
}

// floatToInteger converts f, which has no fraction, where the type can hold it.
func floatToInteger(to typeCode, f float64) (v int64, ok bool) {
	n, _ := new(big.Float).SetFloat64(f).Int(nil)
	if to == u64Code {
		return int64(n.Uint64()), n.IsUint64()
	}
	return n.Int64(), n.IsInt64() && to.wrap(n.Int64()) == n.Int64()
}
