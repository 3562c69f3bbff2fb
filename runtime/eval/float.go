package eval

import (
	"math"
	"strconv"
	"strings"

	"gv2/frontend/kernel"
)

// A floating-point result is certain only where every compilation of the program
// gives the same bits. nvcc contracts a*b+c to one rounding and may flush subnormal
// numbers to zero, so a product or a sum is certain only if it is exact and
// normal. What 16 bits mean (half, bfloat16) the kernel does not say: of those
// only the bits are certain, and a possible result takes them to be the upper half
// of 32.

// Decode is the number that a pattern stands for.
func Decode(t Type, v int64) float64 {
	switch t {
	case F64:
		return math.Float64frombits(uint64(v))
	case F32:
		return float64(math.Float32frombits(uint32(v)))
	}
	return float64(math.Float32frombits(uint32(v) << 16))
}

// Encode is the pattern of f, rounded to the type.
func Encode(t Type, f float64) int64 {
	switch t {
	case F64:
		return int64(math.Float64bits(f))
	case F32:
		return int64(math.Float32bits(float32(f)))
	}
	return int64(math.Float32bits(float32(f)) >> 16)
}

// plain reports whether f is zero or a normal number of type t: no compilation makes
// something else of it. Of 16 bits no number is plain.
func plain(t Type, f float64) bool {
	a := math.Abs(f)
	switch t {
	case F32:
		return a == 0 || a >= 0x1p-126 && a <= math.MaxFloat32
	case F64:
		return a == 0 || a >= 0x1p-1022 && a <= math.MaxFloat64
	}
	return false
}

// certainIf is the surety of a result that holds everywhere if and only if the
// condition does.
func certainIf(condition bool) Surety {
	if condition {
		return Certain
	}
	return Possible
}

// exactly encodes f, which is certain if it is a plain number of t as it stands.
func exactly(t Type, f float64) (v int64, sure Surety) {
	return Encode(t, f), certainIf(plain(t, f) && (t != F32 || float64(float32(f)) == f))
}

var namedFloats = map[string]float64{
	"FLT_MAX": math.MaxFloat32, "FLT_MIN": 0x1p-126, "FLT_EPSILON": 0x1p-23,
	"DBL_MAX": math.MaxFloat64, "DBL_MIN": 0x1p-1022, "DBL_EPSILON": 0x1p-52,
	"M_PI": math.Pi, "M_E": math.E, "M_SQRT2": math.Sqrt2,
}

// Literal is the pattern of a literal as it is spelled in C.
func Literal(e *kernel.FloatConst) (v int64, sure Surety) {
	t, text := TypeOf(e.T), e.Text
	if v, ok := certainLiteral(t, text); ok {
		return v, Certain
	}
	f, named := namedFloats[text]
	if !named {
		var err error
		if f, err = strconv.ParseFloat(strings.TrimRight(text, "fFlLhH"), 64); err != nil {
			f = math.MaxFloat32
		}
	}
	return Encode(t, f), Possible
}

// certainLiteral is a literal that compilers read in one way only.
func certainLiteral(t Type, text string) (v int64, ok bool) {
	switch text {
	case "INFINITY", "HUGE_VALF":
		return Encode(F32, math.Inf(1)), t == F32
	case "HUGE_VAL":
		return Encode(F64, math.Inf(1)), t == F64
	}
	if f, named := namedFloats[text]; named {
		v, sure := exactly(t, f)
		return v, sure == Certain
	}
	digits := strings.TrimRight(text, "lL")
	if !strings.HasPrefix(digits, "0x") || strings.ContainsAny(digits, "pP") {
		digits = strings.TrimRight(digits, "fF")
	}
	var f float64
	var err error
	switch t {
	case F64:
		f, err = strconv.ParseFloat(digits, 64)
		if err != nil || digits != text && strings.ContainsAny(text, "fF") {
			return 0, false
		}
	case F32:
		f, err = strconv.ParseFloat(digits, 32)
		twice, _ := strconv.ParseFloat(digits, 64)
		if err != nil || float32(twice) != float32(f) {
			return 0, false
		}
	}
	v, sure := exactly(t, f)
	return v, sure == Certain
}

// negate flips the sign. Of a NaN it is not certain, and a subnormal number may
// become zero.
func negate(t Type, x int64) (v int64, sure Surety) {
	f := Decode(t, x)
	return t.Wrap(x ^ -1<<(t.Bits()-1)), certainIf(plain(t, f) || t != F16 && math.IsInf(f, 0))
}

func floatBinary(op kernel.BinaryOp, t Type, x, y int64) (v int64, sure Surety) {
	a, b := Decode(t, x), Decode(t, y)
	if op.IsComparison() {
		return Truth(holds(op, a, b)), certainIf(comparable(t, a) && comparable(t, b))
	}
	var f float64
	var exact bool
	switch op {
	case kernel.Add:
		f, exact = sum(a, b)
	case kernel.Sub:
		f, exact = sum(a, -b)
	case kernel.Mul:
		f, exact = product(a, b)
	case kernel.Div:
		f, exact = quotient(t, a, b)
	}
	v, sure = exactly(t, f)
	return v, max(sure, certainIf(exact && plain(t, a) && plain(t, b)))
}

func holds(op kernel.BinaryOp, a, b float64) bool {
	switch op {
	case kernel.Eq:
		return a == b
	case kernel.Ne:
		return a != b
	case kernel.Lt:
		return a < b
	case kernel.Le:
		return a <= b
	case kernel.Gt:
		return a > b
	}
	return a >= b
}

// comparable reports whether comparisons with f are certain: a subnormal number may
// count as zero.
func comparable(t Type, f float64) bool {
	return t != F16 && (f != f || math.IsInf(f, 0) || plain(t, f))
}

// sum is a + b, and whether that is exact (Knuth's two-sum has no rest).
func sum(a, b float64) (s float64, exact bool) {
	s = a + b
	part := s - a
	rest := (a - (s - part)) + (b - part)
	return s, rest == 0
}

// product is a * b, and whether that is exact. A subnormal result would hide the
// rest, but is not accepted anyway.
func product(a, b float64) (p float64, exact bool) {
	p = a * b
	if p == 0 {
		return p, a == 0 || b == 0
	}
	return p, math.Abs(p) >= 0x1p-960 && math.FMA(a, b, -p) == 0
}

// quotient is a / b, and whether that is exact. Single precision may be compiled to
// a multiplication with the reciprocal, which is exact for powers of two.
func quotient(t Type, a, b float64) (q float64, exact bool) {
	q = a / b
	if b == 0 {
		return q, false
	}
	if m, _ := math.Frexp(b); t == F32 && (math.Abs(m) != 0.5 || !plain(t, 1/b)) {
		return q, false
	}
	if a != 0 && (math.Abs(q) < 0x1p-960 || math.Abs(a) < 0x1p-900) {
		return q, false
	}
	return q, math.FMA(q, b, -a) == 0
}

// floatConvert is a conversion to or from floating point. One from an integer
// rounds to nearest, one to an integer truncates.
func floatConvert(from, to Type, x int64) (v int64, sure Surety) {
	if from == to {
		return x, Certain
	}
	if !from.Float() {
		return integerToFloat(from, to, x), certainIf(to != F16)
	}
	f := Decode(from, x)
	switch {
	case to == Bool:
		return Truth(f != 0), certainIf(plain(from, f))
	case to.Float():
		v = Encode(to, f)
		return v, certainIf(plain(from, f) && plain(to, Decode(to, v)))
	}
	v, sure = floatToInteger(to, math.Trunc(f))
	return v, max(sure, certainIf(plain(from, f)))
}

func integerToFloat(from, to Type, x int64) int64 {
	switch {
	case to == F32 && from == U64:
		return int64(math.Float32bits(float32(uint64(x))))
	case to == F32:
		return int64(math.Float32bits(float32(x)))
	case from == U64:
		return Encode(to, float64(uint64(x)))
	}
	return Encode(to, float64(x))
}

// floatToInteger converts f, which has no fraction. What does not fit into the type
// becomes some number.
func floatToInteger(to Type, f float64) (v int64, sure Surety) {
	if to == U64 {
		if f >= 0 && f < 0x1p64 {
			return int64(uint64(f)), Certain
		}
		return int64(f), Possible
	}
	n := int64(f)
	return to.Wrap(n), certainIf(f >= -0x1p63 && f < 0x1p63 && to.Wrap(n) == n)
}
