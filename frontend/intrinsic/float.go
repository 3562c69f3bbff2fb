package intrinsic

import (
	"strings"

	"gv2/frontend/cexpr"
	"gv2/frontend/kernel"
)

// Floating-point intrinsics: CUDA Math API, "Single Precision Intrinsics",
// "Double Precision Intrinsics", "Type Casting Intrinsics" and "Half Precision
// Arithmetic Functions". All are uninterpreted; what matters is their type.
func defineFloats() {
	for _, name := range strings.Fields("sin cos tan exp exp10 log log2 log10 tanh") {
		defineFixed("__"+name+"f", "f32", "f32")
	}
	defineFixed("__saturatef", "f32", "f32")
	defineFixed("__powf", "f32", "f32", "f32")
	defineFixed("__fdividef", "f32", "f32", "f32")
	defineFixed("__hiloint2double", "f64", "i32", "i32")
	defineFixed("__double2hiint", "i32", "f64")
	defineFixed("__double2loint", "i32", "f64")
	for _, round := range strings.Fields("rn rz ru rd") {
		defineRounded("__f", "f32", "f", round)
		defineRounded("__d", "f64", "", round)
	}
	defineFixed("__frsqrt_rn", "f32", "f32")
	defineCasts()
	defineHalf()
}

// defineRounded defines the arithmetic with a rounding mode: __fadd_rn,
// __fmaf_rn, __dadd_rn, __fma_rn.
func defineRounded(prefix, t, suffix, round string) {
	for _, op := range strings.Fields("add sub mul div") {
		defineFixed(prefix+op+"_"+round, t, t, t)
	}
	defineFixed(prefix+"rcp_"+round, t, t)
	defineFixed(prefix+"sqrt_"+round, t, t)
	defineFixed("__fma"+suffix+"_"+round, t, t, t, t)
}

// defineCasts defines the functions that read bits as another type.
func defineCasts() {
	for name, types := range map[string][2]string{
		"__float_as_int": {"f32", "i32"}, "__float_as_uint": {"f32", "u32"},
		"__int_as_float": {"i32", "f32"}, "__uint_as_float": {"u32", "f32"},
		"__double_as_longlong": {"f64", "i64"}, "__longlong_as_double": {"i64", "f64"},
		"__half_as_short": {"f16", "i16"}, "__half_as_ushort": {"f16", "u16"},
		"__short_as_half": {"i16", "f16"}, "__ushort_as_half": {"u16", "f16"},
		"__bfloat16_as_short": {"f16", "i16"}, "__bfloat16_as_ushort": {"f16", "u16"},
		"__short_as_bfloat16": {"i16", "f16"}, "__ushort_as_bfloat16": {"u16", "f16"},
	} {
		define(1, 1, func(c *call) kernel.Expr {
			return cexpr.Reinterpret(c.as(0, kernel.TypeNamed(types[0])), kernel.TypeNamed(types[1]))
		}, name)
	}
}

// defineHalf defines the functions on __half; those on half2 take structures.
// __hadd on integers is the average.
func defineHalf() {
	define(2, 2, halfAdd, "__hadd")
	for _, name := range strings.Fields("__hsub __hmul __hdiv __hmax __hmin __hmax_nan __hmin_nan __hadd_sat " +
		"__hsub_sat __hmul_sat __hadd_rn __hsub_rn __hmul_rn") {
		defineFixed(name, "f16", "f16", "f16")
	}
	for _, name := range strings.Fields("__hfma __hfma_sat __hfma_relu") {
		defineFixed(name, "f16", "f16", "f16", "f16")
	}
	for _, name := range strings.Fields("__hneg __habs hsqrt hrsqrt hrcp hexp hexp2 hexp10 hlog hlog2 hlog10 hsin " +
		"hcos hceil hfloor hrint htrunc htanh") {
		defineFixed(name, "f16", "f16")
	}
	for _, name := range strings.Fields("__heq __hne __hlt __hle __hgt __hge") {
		defineFixed(name, "bool", "f16", "f16")
		defineFixed(name+"u", "bool", "f16", "f16")
	}
	defineFixed("__hisnan", "bool", "f16")
	defineFixed("__hisinf", "i32", "f16")
}

func halfAdd(c *call) kernel.Expr {
	x, y := c.value(0), c.value(1)
	if x.Type().Kind != kernel.Float && y.Type().Kind != kernel.Float {
		return cexpr.Exact("hadd", kernel.I32, cexpr.Convert(x, kernel.I32), cexpr.Convert(y, kernel.I32))
	}
	return cexpr.Uninterpreted("__hadd", kernel.F16, cexpr.Convert(x, kernel.F16), cexpr.Convert(y, kernel.F16))
}

var conversionName = pattern(
	`^__(float|double|int|uint|ll|ull|half|short|ushort|bfloat16)2(float|double|int|uint|ll|ull|half|short|ushort|bfloat16)(_r[nzud])?$`)

var conversionTypes = map[string]kernel.Type{"float": kernel.F32, "double": kernel.F64, "int": kernel.I32,
	"uint": kernel.U32, "ll": kernel.I64, "ull": kernel.U64, "half": kernel.F16, "short": kernel.I16,
	"ushort": kernel.U16, "bfloat16": kernel.F16}

// conversionFunction returns the intrinsic for __float2int_rn and its kind,
// nil for other names.
func conversionFunction(name string) *Function {
	if !strings.HasPrefix(name, "__") || !strings.Contains(name, "2") {
		return nil
	}
	m := conversionName().FindStringSubmatch(name)
	if m == nil {
		return nil
	}
	from, to := conversionTypes[m[1]], conversionTypes[m[2]]
	return &Function{name, 1, 1, func(c *call) kernel.Expr {
		return cexpr.Uninterpreted(name, to, cexpr.Convert(c.value(0), from))
	}}
}
