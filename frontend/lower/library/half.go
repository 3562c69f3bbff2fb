package library

import (
	"strings"

	"gv2/frontend/cexpr"
	"gv2/frontend/emit"
	"gv2/frontend/intrinsic"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/ctype"
)

// Half and bfloat16 precision: CUDA Math API, "Half Precision Intrinsics" and "Bfloat16
// Precision Intrinsics". An operation on a pair is the operation on its halves; those on
// one number are functions of package intrinsic, which knows no difference between the
// two formats.

func init() {
	families = append(families, family{"2", pairwise, eachHalf}, family{"__hb", pairTest, bothHalves}, family{"_mask", pairMask, halfMask})
	for name, signature := range pairFunctions {
		define(pairMade(strings.Fields(signature)), name)
	}
	define(complexFMA, "__hcmadd")
	define(shufflePair, "__shfl", "__shfl_up", "__shfl_down", "__shfl_xor", "__shfl_sync", "__shfl_up_sync", "__shfl_down_sync", "__shfl_xor_sync")
	define(atomicPair, "atomicAdd", "atomicAdd_block", "atomicAdd_system")
}

// pairwise are the functions on pairs that do to each half what the function of that
// name without the 2 does; a comparison gives 1 or 0 in each half.
var pairwise = pattern(`^(?:(__h(?:add|sub|mul|div|fma|max|min|neg|abs|isnan|eq|ne|lt|le|gt|ge|equ|neu|ltu|leu|gtu|geu))2(_rn|_sat|_relu|_nan)?|` +
	`__h2(div)|h2(sqrt|rsqrt|rcp|exp|exp2|exp10|log|log2|log10|sin|cos|tanh|tanh_approx|ceil|floor|rint|trunc))$`)

// pairTest are comparisons of both halves: __hbeq2.
var pairTest = pattern(`^__hb((?:eq|ne|lt|le|gt|ge)u?)2$`)

// pairMask are comparisons whose result has the bits of each half set or not.
var pairMask = pattern(`^__h((?:eq|ne|lt|le|gt|ge)u?)2_mask$`)

func isPair(t *ctype.Type) bool {
	return t.IsRecord() && t.Rec.Decl == nil && len(t.Rec.Fields) == 2 && t.Rec.Fields[0].Type.Scalar == kernel.F16
}

// eachHalf applies the function to the halves of its arguments.
func eachHalf(c Call) (Value, bool) {
	m := pairwise().FindStringSubmatch(c.Name())
	name := m[1] + m[2]
	switch {
	case m[3] != "":
		name = "__h" + m[3]
	case m[4] != "":
		name = "h" + strings.TrimSuffix(m[4], "_approx")
	}
	in, ok := intrinsic.Lookup(name)
	if !ok || c.Len() == 0 || !allPairs(c) {
		return bad, false
	}
	t := c.ArgType(0).Plain()
	halves := applied(c, in)
	if halves == nil {
		return bad, true
	}
	return pairOf(t, halves[0], halves[1]), true
}

// applied are the results of in on the first and on the second halves of the arguments;
// nil after a diagnostic.
func applied(c Call, in *intrinsic.Function) []kernel.Expr {
	var vs []Value
	for i := range c.Len() {
		vs = append(vs, c.Arg(i))
	}
	var out []kernel.Expr
	for half := range 2 {
		var list []emit.Argument
		for j, v := range vs {
			list = append(list, emit.Argument{Pos: c.ArgPos(j), Value: v.Fields[half].Expr})
		}
		x, ok := in.Lower(c, c.Pos(), list)
		if !ok || x == nil {
			return nil
		}
		out = append(out, x)
	}
	return out
}

// compared are the comparisons of halves that a name such as __hbeq2 asks for.
func compared(c Call, op string) []kernel.Expr {
	in, ok := intrinsic.Lookup("__h" + op)
	if !ok || c.Len() != 2 || !allPairs(c) {
		return nil
	}
	return applied(c, in)
}

func bothHalves(c Call) (Value, bool) {
	x := compared(c, pairTest().FindStringSubmatch(c.Name())[1])
	if x == nil {
		return bad, false
	}
	return computed(cexpr.Binary(kernel.LAnd, cexpr.Truth(x[0]), cexpr.Truth(x[1]))), true
}

func halfMask(c Call) (Value, bool) {
	x := compared(c, pairMask().FindStringSubmatch(c.Name())[1])
	if x == nil {
		return bad, false
	}
	bits := func(x kernel.Expr, shift int64) kernel.Expr {
		return kernel.FoldNode(&kernel.Cond{C: cexpr.Truth(x), X: kernel.NewConst(kernel.U32, 0xffff<<shift), Y: kernel.NewConst(kernel.U32, 0)})
	}
	return computed(cexpr.Binary(kernel.Or, bits(x[0], 0), bits(x[1], 16))), true
}

func allPairs(c Call) bool {
	for i := range c.Len() {
		if !isPair(c.ArgType(i)) {
			return false
		}
	}
	return true
}

// pairFunctions make pairs, or take them apart. The first word is the result, the others
// are the parts that it is made of: a0 and a1 are the halves of the first argument, b0 and
// b1 those of the second, a and b the arguments where they are single numbers. A type
// with a B is bfloat16's; = is the type of the argument.
var pairFunctions = map[string]string{
	"__half22float2": "float2 a0 a1", "__bfloat1622float2": "float2 a0 a1",
	"__float22half2_rn": "half2 a0 a1", "__float22bfloat162_rn": "bfloat162 a0 a1",
	"__low2float": "float a0", "__high2float": "float a1",
	"__low2half": "half a0", "__high2half": "half a1",
	"__low2bfloat16": "bfloat16 a0", "__high2bfloat16": "bfloat16 a1",
	"__low2half2": "half2 a0 a0", "__high2half2": "half2 a1 a1",
	"__low2bfloat162": "bfloat162 a0 a0", "__high2bfloat162": "bfloat162 a1 a1",
	"__lows2half2": "half2 a0 b0", "__highs2half2": "half2 a1 b1",
	"__lows2bfloat162": "bfloat162 a0 b0", "__highs2bfloat162": "bfloat162 a1 b1",
	"__lowhigh2highlow": "= a1 a0",
	"__float2half2_rn":  "half2 a a", "__half2half2": "half2 a a",
	"__float2bfloat162_rn": "bfloat162 a a", "__bfloat162bfloat162": "bfloat162 a a",
	"__floats2half2_rn": "half2 a b", "__halves2half2": "half2 a b",
	"__floats2bfloat162_rn": "bfloat162 a b", "__halves2bfloat162": "bfloat162 a b",
}

var pairTypes = map[string]*ctype.Type{
	"float": ctype.Scalars["float"], "half": ctype.Scalars["__half"], "bfloat16": ctype.Scalars["__nv_bfloat16"],
	"float2": ctype.Vectors["float2"], "half2": ctype.Vectors["__half2"], "bfloat162": ctype.Vectors["__nv_bfloat162"],
}

// pairMade is a function of pairFunctions.
func pairMade(signature []string) Function {
	args := 1
	for _, part := range signature[1:] {
		args = max(args, int(part[0]-'a')+1)
	}
	return func(c Call) (Value, bool) {
		if c.Len() != args {
			return bad, false
		}
		var parts []kernel.Expr
		for _, part := range signature[1:] {
			i := int(part[0] - 'a')
			v, whole := c.Arg(i), len(part) == 1
			switch {
			case v.Type.Bad():
				return bad, true
			case whole && v.Expr != nil:
				parts = append(parts, v.Expr)
			case !whole && len(v.Fields) == 2:
				parts = append(parts, v.Fields[part[1]-'0'].Expr)
			default:
				return bad, false
			}
		}
		t := pairTypes[signature[0]]
		if t == nil {
			t = c.ArgType(0).Plain()
		}
		if t.IsScalar() {
			return Value{Type: t, Expr: cexpr.Convert(parts[0], t.Scalar)}, true
		}
		return pairOf(t, parts[0], parts[1]), true
	}
}

// pairOf is a value of the type of pairs t.
func pairOf(t *ctype.Type, x, y kernel.Expr) Value {
	out := Value{Type: t}
	for i, part := range []kernel.Expr{x, y} {
		f := t.Rec.Fields[i].Type
		out.Fields = append(out.Fields, Value{Type: f, Expr: cexpr.Convert(part, f.Scalar)})
	}
	return out
}

// complexFMA is __hcmadd(a, b, c), a product and sum of complex numbers, which is left
// uninterpreted.
func complexFMA(c Call) (Value, bool) {
	if c.Len() != 3 || !allPairs(c) {
		return bad, false
	}
	var all []kernel.Expr
	for i := range 3 {
		for _, f := range c.Arg(i).Fields {
			all = append(all, f.Expr)
		}
	}
	return pairOf(c.ArgType(0).Plain(), cexpr.Uninterpreted("__hcmadd_re", kernel.F16, all...), cexpr.Uninterpreted("__hcmadd_im", kernel.F16, all...)), true
}

// shufflePair is a shuffle of a pair, which are two of its halves.
func shufflePair(c Call) (Value, bool) {
	at := 0
	if strings.HasSuffix(c.Name(), "_sync") {
		at = 1
	}
	if c.Len() <= at || !isPair(c.ArgType(at)) {
		return bad, false
	}
	t := c.ArgType(at).Plain()
	v := c.Arg(at)
	out := Value{Type: t}
	for half := range 2 {
		var list []emit.Argument
		for i := range c.Len() {
			if i == at {
				list = append(list, emit.Argument{Pos: c.ArgPos(i), Value: v.Fields[half].Expr})
			} else {
				list = append(list, c.Argument(i))
			}
		}
		x := standIn(c, c.Name(), list...)
		if x.Type.Bad() {
			return bad, true
		}
		out.Fields = append(out.Fields, Value{Type: t.Rec.Fields[half].Type, Expr: x.Expr})
	}
	return out, true
}

// atomicPair is atomicAdd on a pair. CUDA makes no promise on the pair as a whole: each
// half is added by itself.
func atomicPair(c Call) (Value, bool) {
	if c.Len() != 2 {
		return bad, false
	}
	p := c.Arg(0).Pointer
	if p == nil || !isPair(p.Pointee()) {
		return bad, false
	}
	t := p.Pointee().Plain()
	v := c.Convert(c.Arg(1), t)
	if v.Type.Bad() {
		return bad, true
	}
	out := Value{Type: t}
	o := c.Deref(p)
	for half := range 2 {
		f := t.Rec.Fields[half].Type
		at, ok := c.Element(c.Field(o, half), f, kernel.NewConst(kernel.I64, 0))
		if !ok {
			c.Unsupported(c.Pos(), "%s on a pair that is not in memory", c.Name())
			return bad, true
		}
		dst := c.Temp(f.Scalar)
		c.Access(at, f.Scalar, func(acc kernel.Access) {
			emit.Atomic(c, "add", emit.Semantics{Scope: atomicScope(c.Name())}, f.Scalar, dst, acc, []kernel.Expr{v.Fields[half].Expr})
		})
		out.Fields = append(out.Fields, Value{Type: f, Expr: &kernel.VarRef{Var: dst}})
	}
	return out, true
}

func atomicScope(name string) kernel.Scope {
	switch {
	case strings.HasSuffix(name, "_block"):
		return kernel.BlockScope
	case strings.HasSuffix(name, "_system"):
		return kernel.SystemScope
	}
	return kernel.DeviceScope
}

// Bfloat16 is t, a result of the built-in function of that name or of an operator on
// arguments of these types, as bfloat16 where it is that: the kernel IR has one type for all
// formats of 16 bits. Operators on a class of PyTorch's yield one, functions CUDA's.
func Bfloat16(name string, t *ctype.Type, args ...*ctype.Type) *ctype.Type {
	if !t.IsScalar() || t.Scalar != kernel.F16 {
		return t
	}
	bf := ctype.Scalars["__nv_bfloat16"]
	if strings.Contains(name, "2bfloat16") || strings.Contains(name, "as_bfloat16") {
		return bf
	}
	for _, a := range args {
		if a != nil && (a.IsPointer() || a.IsArray()) {
			a = a.Elem
		}
		if a == nil || !a.IsScalar() {
			continue
		}
		function := name != "" && (name[0] == '_' || name[0] >= 'a' && name[0] <= 'z')
		switch of := ctype.Canonical(a.Name); {
		case of == bf.Name, of == ctype.TorchBfloat16 && function:
			return bf
		case ctype.OfTorch(a) && !function:
			return a.Plain()
		}
	}
	return t
}

// PairOperator reports whether CUDA's headers define op on operands of types x and y;
// Pairwise is its value.
func PairOperator(op kernel.BinaryOp, x, y *ctype.Type) bool {
	return (op <= kernel.Div || op >= kernel.Eq && op <= kernel.Ge) && isPair(x) && isPair(y)
}

// Pairwise is x op y on pairs. A comparison holds if it does for both halves.
func Pairwise(op kernel.BinaryOp, x, y Value) Value {
	var halves []kernel.Expr
	for i := range x.Fields {
		halves = append(halves, cexpr.Binary(op, x.Fields[i].Expr, y.Fields[i].Expr))
	}
	if op.IsComparison() {
		return computed(cexpr.Binary(kernel.LAnd, halves[0], halves[1]))
	}
	return pairOf(x.Type.Plain(), halves[0], halves[1])
}

// NegatedPair is -x, ok is false if x is no pair.
func NegatedPair(x Value) (v Value, ok bool) {
	if !isPair(x.Type) {
		return bad, false
	}
	return pairOf(x.Type.Plain(), cexpr.Unary(kernel.Neg, x.Fields[0].Expr), cexpr.Unary(kernel.Neg, x.Fields[1].Expr)), true
}

// HalfConverts reports whether half and bfloat16 have a conversion function to t: to float, to bool, to all integers and
// to their bits; PyTorch's also to CUDA's.
func HalfConverts(t *ctype.Type) bool {
	raw := t.IsRecord() && strings.HasSuffix(t.Rec.Name, "_raw")
	number := t.IsScalar() && (t.Scalar.IsInt() || t.Scalar == kernel.BoolType || t.Scalar == kernel.F32 || t.Scalar == kernel.F16)
	return !t.Ref && (raw || number)
}
