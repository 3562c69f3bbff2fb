package eval

import (
	"math"
	"strings"

	"gv2/frontend/kernel"
)

// Span is where the result of a floating-point operation lies in every compilation of the
// program: nvcc contracts a*b+c, flushes subnormal numbers and takes approximations of functions,
// as its flags say. Ends of spans are rounded outwards generously; what is decided with spans
// holds for every device.
type Span struct{ Lo, Hi float64 }

// Anything is the span of a number of which nothing is known; it may be none (a NaN).
var Anything = Span{math.Inf(-1), math.Inf(1)}

// Point is the span of one number.
func Point(f float64) Span {
	if math.IsNaN(f) {
		return Anything
	}
	return Span{f, f}
}

// Single reports whether s is one number.
func (s Span) Single() bool { return s.Lo == s.Hi && !math.IsInf(s.Lo, 0) }

// Unknown reports whether s is Anything.
func (s Span) Unknown() bool { return math.IsInf(s.Lo, -1) && math.IsInf(s.Hi, 1) }

// Middle is a number in s.
func (s Span) Middle() float64 {
	if m := s.Lo/2 + s.Hi/2; !math.IsNaN(m) && !math.IsInf(m, 0) {
		return m
	}
	return 1
}

// How far results may be off, in units of the last place: of operations, of divisions and
// square roots, and of functions, for which -use_fast_math takes coarse approximations.
const (
	roundedUlps  = 2
	dividedUlps  = 8
	functionUlps = 128
)

// coarse is how far __sinf and its kind may be off besides.
const coarse = 0x1p-19

// off is s for a result that may be off by so many units of the last place of t. Rounding
// changes no sign, and zero stays what it is.
func (s Span) off(t Type, ulps float64) Span {
	unit, least, most := 0x1p-23, 0x1p-126, math.MaxFloat32
	switch t {
	case F64:
		unit, least, most = 0x1p-52, 0x1p-1022, math.MaxFloat64
	case F16:
		return Anything
	}
	if s.Lo != s.Lo || s.Hi != s.Hi {
		return Anything
	}
	lo, hi := s.Lo, s.Hi
	if lo != 0 {
		lo -= math.Abs(lo)*unit*ulps + least
	}
	if hi != 0 {
		hi += math.Abs(hi)*unit*ulps + least
	}
	if s.Lo >= 0 {
		lo = max(lo, 0)
	}
	if s.Hi <= 0 {
		hi = min(hi, 0)
	}
	if lo < -most {
		lo = math.Inf(-1)
	}
	if hi > most {
		hi = math.Inf(1)
	}
	return Span{lo, hi}
}

// around is the least span that has all of the numbers, Anything if one is none.
func around(list ...float64) Span {
	s := Span{math.Inf(1), math.Inf(-1)}
	for _, f := range list {
		if f != f {
			return Anything
		}
		s.Lo, s.Hi = min(s.Lo, f), max(s.Hi, f)
	}
	return s
}

// Rounded is s as a number of type t.
func (s Span) Rounded(t Type) Span { return s.off(t, roundedUlps) }

// Negated is -s.
func (s Span) Negated() Span { return Span{-s.Hi, -s.Lo} }

// SpanBinary is a op b on numbers of type t.
func SpanBinary(op kernel.BinaryOp, t Type, a, b Span) Span {
	if a.Unknown() || b.Unknown() {
		return Anything
	}
	switch op {
	case kernel.Add:
		return around(a.Lo+b.Lo, a.Hi+b.Hi).off(t, roundedUlps)
	case kernel.Sub:
		return SpanBinary(kernel.Add, t, a, b.Negated())
	case kernel.Mul:
		return around(a.Lo*b.Lo, a.Lo*b.Hi, a.Hi*b.Lo, a.Hi*b.Hi).off(t, roundedUlps)
	case kernel.Div:
		if b.Lo <= 0 && b.Hi >= 0 {
			return Anything
		}
		return around(a.Lo/b.Lo, a.Lo/b.Hi, a.Hi/b.Lo, a.Hi/b.Hi).off(t, dividedUlps)
	}
	return Anything
}

// SpanHolds tells whether a op b holds, if it is the same wherever they lie.
func SpanHolds(op kernel.BinaryOp, a, b Span) (truth, known bool) {
	switch {
	case a.Unknown() || b.Unknown():
		return false, false
	case op == kernel.Gt:
		return SpanHolds(kernel.Lt, b, a)
	case op == kernel.Ge:
		return SpanHolds(kernel.Le, b, a)
	case op == kernel.Lt:
		return a.Hi < b.Lo, a.Hi < b.Lo || a.Lo >= b.Hi
	case op == kernel.Le:
		return a.Hi <= b.Lo, a.Hi <= b.Lo || a.Lo > b.Hi
	}
	apart := a.Hi < b.Lo || b.Hi < a.Lo
	return apart == (op == kernel.Ne), apart || a.Single() && a == b
}

// SpanInteger is a number in s, rounded to an integer of type to, if all are rounded to one.
func SpanInteger(round func(float64) float64, to Type, s Span) (v int64, known bool) {
	v, sure := floatToInteger(to, round(s.Lo))
	w, also := floatToInteger(to, round(s.Hi))
	return v, v == w && sure == Certain && also == Certain && !math.IsInf(s.Lo, 0) && !math.IsInf(s.Hi, 0)
}

// SpanTruncated is SpanInteger for a conversion.
func SpanTruncated(to Type, s Span) (v int64, known bool) { return SpanInteger(math.Trunc, to, s) }

// rising are functions that grow with their argument and are defined from the bound on.
var rising = map[string]struct {
	f    func(float64) float64
	from float64
}{
	"sqrt": {math.Sqrt, 0}, "cbrt": {math.Cbrt, math.Inf(-1)}, "exp": {math.Exp, math.Inf(-1)}, "exp2": {math.Exp2, math.Inf(-1)},
	"exp10": {func(x float64) float64 { return math.Pow(10, x) }, math.Inf(-1)}, "expm1": {math.Expm1, math.Inf(-1)},
	"log": {math.Log, 0x1p-1022}, "log2": {math.Log2, 0x1p-1022}, "log10": {math.Log10, 0x1p-1022}, "log1p": {math.Log1p, -1 + 0x1p-52},
	"sinh": {math.Sinh, math.Inf(-1)}, "tanh": {math.Tanh, math.Inf(-1)}, "asinh": {math.Asinh, math.Inf(-1)}, "atan": {math.Atan, math.Inf(-1)},
	"erf": {math.Erf, math.Inf(-1)},
}

// steps are functions without rounding that never fall.
var steps = map[string]func(float64) float64{
	"floor": math.Floor, "ceil": math.Ceil, "trunc": math.Trunc, "rint": math.RoundToEven, "nearbyint": math.RoundToEven, "round": math.Round,
	"__saturate": func(x float64) float64 { return min(max(x, 0), 1) },
}

// SpanCall is the result of a function of CUDA's on numbers of type t, Anything if it is not known.
func SpanCall(name string, t Type, args []Span) Span {
	for _, a := range args {
		if a.Unknown() || t == F16 {
			return Anything
		}
	}
	base := name
	if t == F32 {
		base = strings.TrimSuffix(name, "f")
	}
	switch len(args) {
	case 1:
		return spanOfOne(base, t, args[0])
	case 2:
		return spanOfTwo(base, t, args[0], args[1])
	case 3:
		if base == "fma" || strings.HasPrefix(base, "__fma") {
			return SpanBinary(kernel.Add, t, SpanBinary(kernel.Mul, t, args[0], args[1]), args[2])
		}
	}
	return Anything
}

func spanOfOne(name string, t Type, x Span) Span {
	if f := steps[name]; f != nil {
		return around(f(x.Lo), f(x.Hi))
	}
	fast := strings.HasPrefix(name, "__")
	name = strings.TrimPrefix(name, "__")
	if f, is := rising[name]; is && x.Lo >= f.from {
		out := around(f.f(x.Lo), f.f(x.Hi))
		if name == "sqrt" {
			return out.off(t, dividedUlps)
		}
		return out.off(t, functionUlps).loose(fast || strings.HasPrefix(name, "log"))
	}
	switch {
	case name == "fabs":
		if x.Lo < 0 && x.Hi > 0 {
			return Span{0, max(-x.Lo, x.Hi)}
		}
		return around(math.Abs(x.Lo), math.Abs(x.Hi))
	case name == "sin" || name == "cos":
		f := math.Sin
		if name == "cos" {
			f = math.Cos
		}
		m, wide := x.Middle(), x.Hi-x.Lo // no slope exceeds 1
		out := Span{f(m) - wide, f(m) + wide}.off(t, functionUlps).loose(true)
		return Span{max(out.Lo, -1-coarse), min(out.Hi, 1+coarse)}
	case (name == "rsqrt" || name == "frsqrt_rn") && x.Lo > 0:
		return around(1/math.Sqrt(x.Lo), 1/math.Sqrt(x.Hi)).off(t, dividedUlps)
	case strings.HasPrefix(name, "frcp_") || strings.HasPrefix(name, "drcp_"):
		return SpanBinary(kernel.Div, t, Point(1), x)
	case (strings.HasPrefix(name, "fsqrt_") || strings.HasPrefix(name, "dsqrt_")) && x.Lo >= 0:
		return around(math.Sqrt(x.Lo), math.Sqrt(x.Hi)).off(t, dividedUlps)
	}
	return Anything
}

// loose is s for a result that may be coarse besides.
func (s Span) loose(coarsely bool) Span {
	if !coarsely {
		return s
	}
	return Span{s.Lo - coarse, s.Hi + coarse}
}

var spanOps = map[string]kernel.BinaryOp{"add": kernel.Add, "sub": kernel.Sub, "mul": kernel.Mul, "div": kernel.Div}

func spanOfTwo(name string, t Type, x, y Span) Span {
	if len(name) > 6 && (strings.HasPrefix(name, "__f") || strings.HasPrefix(name, "__d")) && name[len(name)-3] == '_' {
		if op, is := spanOps[name[3:len(name)-3]]; is {
			return SpanBinary(op, t, x, y)
		}
	}
	switch name {
	case "fmin":
		return Span{min(x.Lo, y.Lo), min(x.Hi, y.Hi)}
	case "fmax":
		return Span{max(x.Lo, y.Lo), max(x.Hi, y.Hi)}
	case "__fdivide", "fdivide":
		return SpanBinary(kernel.Div, t, x, y)
	case "fmod":
		if x.Single() && y.Single() {
			return Point(math.Mod(x.Lo, y.Lo))
		}
	case "hypot":
		if x.Lo >= 0 && y.Lo >= 0 {
			return around(math.Hypot(x.Lo, y.Lo), math.Hypot(x.Hi, y.Hi)).off(t, functionUlps)
		}
	case "pow", "__pow":
		switch {
		case x.Lo > 0:
			return around(math.Pow(x.Lo, y.Lo), math.Pow(x.Lo, y.Hi), math.Pow(x.Hi, y.Lo), math.Pow(x.Hi, y.Hi)).off(t, functionUlps).loose(name != "pow")
		case x.Single() && y.Single():
			return Point(math.Pow(x.Lo, y.Lo)).off(t, functionUlps)
		}
	}
	return Anything
}

// SpanTells is the answer of a function that asks about a number, such as isnan.
func SpanTells(name string, s Span) (truth, known bool) {
	finite := !math.IsInf(s.Lo, 0) && !math.IsInf(s.Hi, 0)
	switch strings.TrimSuffix(strings.TrimPrefix(name, "__"), "f") {
	case "isnan", "isin": // isinf without its last letter
		return false, finite
	case "isfinite", "finite":
		return true, finite
	case "signbit":
		return s.Hi < 0, s.Hi < 0 || s.Lo > 0
	}
	return false, false
}

// roundingOf is how a function rounds a number to an integer, nil if it does nothing of the kind.
func roundingOf(name string) func(float64) float64 {
	switch strings.TrimSuffix(name, "f") {
	case "lrint", "llrint":
		return math.RoundToEven
	case "lround", "llround":
		return math.Round
	}
	if strings.HasPrefix(name, "__") && len(name) > 3 && strings.Contains(name, "2") {
		return conversions[name[len(name)-3:]]
	}
	return nil
}

// SpanCallInteger is the integer or truth value that a function gives of a number in s, if that
// is one wherever it lies.
func SpanCallInteger(name string, to Type, s Span) (v int64, known bool) {
	if s.Unknown() {
		return 0, false
	}
	if round := roundingOf(name); round != nil {
		return SpanInteger(round, to, s)
	}
	truth, known := SpanTells(name, s)
	return Truth(truth), known
}
