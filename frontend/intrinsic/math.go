package intrinsic

import (
	"strings"

	"gv2/frontend/cexpr"
	"gv2/frontend/emit"
	"gv2/frontend/kernel"
)

// Mathematical functions: CUDA Math API, "Double Precision Mathematical
// Functions" and its single-precision twins. All are uninterpreted. The plain
// name is overloaded as <cmath> has it: on float it is the f form, on integers
// the double form.
func defineMaths() {
	for _, name := range strings.Fields(`sqrt rsqrt cbrt rcbrt sin cos tan asin acos atan sinh cosh tanh asinh
		acosh atanh exp exp2 exp10 expm1 log log2 log10 log1p logb erf erfc erfinv erfcinv erfcx normcdf
		normcdfinv lgamma tgamma j0 j1 y0 y1 ceil floor trunc round rint nearbyint fabs sinpi cospi tanpi
		cyl_bessel_i0 cyl_bessel_i1`) {
		defineMath(name, "x", "x")
	}
	for _, name := range strings.Fields(`pow atan2 fmod remainder hypot rhypot fmin fmax fdim copysign nextafter
		fdivide`) {
		defineMath(name, "x", "x", "x")
	}
	for _, name := range strings.Fields("fma norm3d rnorm3d") {
		defineMath(name, "x", "x", "x", "x")
	}
	defineMath("norm4d", "x", "x", "x", "x", "x")
	defineMath("rnorm4d", "x", "x", "x", "x", "x")
	defineMath("ldexp", "x", "x", "i32")
	defineMath("scalbn", "x", "x", "i32")
	defineMath("scalbln", "x", "x", "i64")
	defineMath("powi", "x", "x", "i32")
	defineMath("jn", "x", "i32", "x")
	defineMath("yn", "x", "i32", "x")
	defineMath("ilogb", "i32", "x")
	for _, name := range strings.Fields("lrint llrint lround llround") {
		defineMath(name, "i64", "x")
	}
	for _, name := range strings.Fields("isnan isinf isfinite isnormal signbit") {
		defineMath(name, "bool", "x")
	}
	for _, name := range strings.Fields("isgreater isgreaterequal isless islessequal islessgreater isunordered") {
		defineMath(name, "bool", "x", "x")
	}
	defineFixed("__isnan", "bool", "f64")
	defineFixed("__isinf", "bool", "f64")
	defineFixed("__finite", "bool", "f64")
	defineFixed("__signbit", "bool", "f64")
	defineFixed("__signbitf", "bool", "f32")
	defineFixed("__isnanf", "bool", "f32")
	defineFixed("__isinff", "bool", "f32")
	defineFixed("__finitef", "bool", "f32")
	define(1, 1, func(*call) kernel.Expr { return cexpr.Uninterpreted("nan", kernel.F64) }, "nan")
	define(1, 1, func(*call) kernel.Expr { return cexpr.Uninterpreted("nanf", kernel.F32) }, "nanf")
	definePointerMath()
}

// floatName is the C name of a math function for float type t: sinf for f32,
// sin for f64. f16 has no C name and gets its own.
func floatName(name string, t kernel.Type) string {
	switch t.Bits {
	case 16:
		return name + "_f16"
	case 32:
		return name + "f"
	}
	return name
}

// defineMath defines name, overloaded on the parameters written x, and its
// float form namef.
func defineMath(name, result string, params ...string) {
	define(len(params), len(params), func(c *call) kernel.Expr {
		return c.math(name, c.floatType(params), result, params)
	}, name)
	define(len(params), len(params), func(c *call) kernel.Expr {
		return c.math(name, kernel.F32, result, params)
	}, name+"f")
}

// defineFixed defines an uninterpreted function without overloads.
func defineFixed(name, result string, params ...string) {
	define(len(params), len(params), func(c *call) kernel.Expr {
		return cexpr.Uninterpreted(name, kernel.TypeNamed(result), c.arguments(params)...)
	}, name)
}

// floatType is the type that overload resolution gives the x parameters: the
// widest floating type among the arguments, double if one is an integer.
func (c *call) floatType(params []string) kernel.Type {
	widest := kernel.Type{}
	for i, p := range params {
		if p != "x" {
			continue
		}
		t := c.value(i).Type()
		if t.Kind != kernel.Float {
			return kernel.F64
		}
		if t.Bits > widest.Bits {
			widest = t
		}
	}
	return widest
}

// math calls name on type t, which stands for x in result and params.
func (c *call) math(name string, t kernel.Type, result string, params []string) kernel.Expr {
	named := func(p string) kernel.Type {
		if p == "x" {
			return t
		}
		return kernel.TypeNamed(p)
	}
	args := make([]kernel.Expr, len(params))
	for i, p := range params {
		args[i] = c.as(i, named(p))
	}
	return cexpr.Uninterpreted(floatName(name, t), named(result), args...)
}

// definePointerMath defines the functions with a second result behind a
// pointer: sincos, frexp, modf, remquo.
func definePointerMath() {
	for name, parts := range map[string][2]string{"sincos": {"sin", "cos"}, "sincospi": {"sinpi", "cospi"}} {
		define(3, 3, sinCos(parts), name, name+"f")
	}
	define(3, 3, sinCos([2]string{"__sin", "__cos"}), "__sincosf")
	define(2, 2, splitting(1), "frexp", "frexpf", "modf", "modff")
	define(3, 3, splitting(2), "remquo", "remquof")
}

// ownType is the type of argument 0 in a function that may be overloaded.
func (c *call) ownType() kernel.Type {
	if strings.HasSuffix(c.name, "ff") || c.name != "modf" && strings.HasSuffix(c.name, "f") {
		return kernel.F32
	}
	return c.floatType([]string{"x"})
}

// sinCos stores two functions of its first argument through the others.
func sinCos(parts [2]string) expansion {
	return func(c *call) kernel.Expr {
		t := c.ownType()
		x := c.as(0, t)
		for i, part := range parts {
			if p, ok := c.pointer(i + 1); ok {
				emit.StoreThrough(c.b, p, cexpr.Convert(cexpr.Uninterpreted(floatName(part, t), t, x), p.Elem), false)
			}
		}
		return nil
	}
}

// splitting is f(x..., *out): result and *out depend on the n values only.
func splitting(n int) expansion {
	return func(c *call) kernel.Expr {
		t := c.ownType()
		base := strings.TrimSuffix(c.name, "f")
		if c.name == "modf" {
			base = c.name
		}
		args := make([]kernel.Expr, n)
		for i := range args {
			args[i] = c.as(i, t)
		}
		if p, ok := c.pointer(n); ok {
			out := cexpr.Uninterpreted(floatName(base, t)+"_out_"+p.Elem.String(), p.Elem, args...)
			emit.StoreThrough(c.b, p, out, false)
		}
		return cexpr.Uninterpreted(floatName(base, t), t, args...)
	}
}
