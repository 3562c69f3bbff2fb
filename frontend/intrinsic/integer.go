package intrinsic

import (
	"strings"

	"gv2/frontend/cexpr"
	"gv2/frontend/kernel"
)

// Integer functions: CUDA Math API, "Integer Mathematical Functions" and
// "Integer Intrinsics". Those in kernel.Exact are exact.
func defineIntegers() {
	const I, U, L, UL = "i32", "u32", "i64", "u64"
	defineExact("__mul24", "mul24", I, I, I)
	defineExact("__umul24", "mul24", U, U, U)
	defineExact("__mulhi", "mulhi", I, I, I)
	defineExact("__umulhi", "mulhi", U, U, U)
	defineExact("__mul64hi", "mulhi", L, L, L)
	defineExact("__umul64hi", "mulhi", UL, UL, UL)
	defineExact("__popc", "popc", I, U)
	defineExact("__popcll", "popc", I, UL)
	defineExact("__builtin_popcount", "popc", I, U)
	defineExact("__builtin_popcountll", "popc", I, UL)
	defineExact("__clz", "clz", I, I)
	defineExact("__clzll", "clz", I, L)
	defineExact("__ffs", "ffs", I, I)
	defineExact("__ffsll", "ffs", I, L)
	defineExact("__brev", "brev", U, U)
	defineExact("__brevll", "brev", UL, UL)
	defineExact("__sad", "sad", U, I, I, U)
	defineExact("__usad", "sad", U, U, U, U)
	defineExact("__rhadd", "rhadd", I, I, I)
	defineExact("__uhadd", "hadd", U, U, U)
	defineExact("__urhadd", "rhadd", U, U, U)
	defineExact("__byte_perm", "byte_perm", U, U, U, U)
	defineExact("__fns", "fns", U, U, U, I)
	for _, dir := range []string{"l", "lc", "r", "rc"} {
		defineExact("__funnelshift_"+dir, "funnelshift_"+dir, U, U, U, U)
	}
	for prefix, t := range map[string]string{"u": U, "ll": L, "ull": UL} {
		defineExact(prefix+"min", "min", t, t, t)
		defineExact(prefix+"max", "max", t, t, t)
	}
	defineExact("labs", "abs", L, L)
	defineExact("llabs", "abs", L, L)
	define(2, 2, minMax("min"), "min")
	define(2, 2, minMax("max"), "max")
	define(1, 1, absolute, "abs")
	define(3, 3, dotProduct, "__dp4a")
	define(3, 3, dotHalf, "__dp2a_lo", "__dp2a_hi")
	define(2, 2, expect, "__builtin_expect")
}

// defineExact defines a function of kernel.Exact with its CUDA name and types.
func defineExact(name, fn, result string, params ...string) {
	define(len(params), len(params), func(c *call) kernel.Expr {
		return cexpr.Exact(fn, kernel.TypeNamed(result), c.arguments(params)...)
	}, name)
}

// arguments returns the arguments converted to the parameter types.
func (c *call) arguments(params []string) []kernel.Expr {
	args := make([]kernel.Expr, len(params))
	for i, p := range params {
		args[i] = c.as(i, kernel.TypeNamed(p))
	}
	return args
}

// minMax is the overloaded min or max: CUDA has it for every pair of arithmetic
// types, with the usual conversions.
func minMax(fn string) expansion {
	return func(c *call) kernel.Expr {
		x, y := cexpr.Usual(c.value(0), c.value(1))
		if t := x.Type(); t.Kind == kernel.Float {
			return cexpr.Uninterpreted(floatName("f"+fn, t), t, x, y)
		}
		return cexpr.Exact(fn, x.Type(), x, y)
	}
}

func absolute(c *call) kernel.Expr {
	x := cexpr.Promote(c.value(0))
	if t := x.Type(); t.Kind == kernel.Float {
		return cexpr.Uninterpreted(floatName("fabs", t), t, x)
	}
	return cexpr.Exact("abs", x.Type(), x)
}

// dotProduct is __dp4a on int or unsigned; the packed char4 forms have
// arguments that are no numbers.
func dotProduct(c *call) kernel.Expr {
	t := kernel.I32
	if c.value(0).Type() == kernel.U32 {
		t = kernel.U32
	}
	return cexpr.Exact("dp4a", t, c.as(0, t), c.as(1, t), c.as(2, t))
}

func dotHalf(c *call) kernel.Expr {
	t := kernel.I32
	if c.value(0).Type() == kernel.U32 {
		t = kernel.U32
	}
	return cexpr.Uninterpreted(c.name+"_"+t.String(), t, c.as(0, t), c.as(1, t), c.as(2, t))
}

func expect(c *call) kernel.Expr { return c.value(0) }

// simdName matches the SIMD intrinsics: __vadd2, __vabsdiffu4, and the DPX
// functions __vimax3_s32_relu, __viaddmin_s16x2.
var simdName = pattern(`^__v((abs|add|avg|cmp|had|max|min|neg|sad|set|sub)[a-z]*[24]|` +
	`(imax|imin|iaddmax|iaddmin)3?_[su](32|16x2)(_relu)?)$`)

// simdFunction returns the intrinsic for a SIMD video name, nil for others.
// They compute on words, uninterpreted.
func simdFunction(name string) *Function {
	if !strings.HasPrefix(name, "__v") || !simdName().MatchString(name) {
		return nil
	}
	return &Function{name, 1, 3, simd}
}

func simd(c *call) kernel.Expr {
	args := make([]kernel.Expr, len(c.args))
	for i := range c.args {
		args[i] = c.as(i, kernel.U32)
	}
	return cexpr.Uninterpreted(c.name, kernel.U32, args...)
}
