package library

import (
	"gv2/frontend/cexpr"
	"gv2/frontend/emit"
	"gv2/frontend/intrinsic"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/ctype"
)

// half2 and its kind: CUDA Math API, "Half Arithmetic Functions". An operation
// on a pair is the operation on its halves.

func init() {
	families = append(families, family{pairwise, eachHalf})
	define(pairMade, "__half22float2", "__low2float", "__high2float", "__low2half", "__high2half", "__low2half2",
		"__high2half2", "__lows2half2", "__highs2half2", "__lowhigh2highlow", "__float2half2_rn", "__half2half2",
		"__floats2half2_rn", "__halves2half2")
}

// pairwise are the functions on pairs that do to each half what the function of
// that name without the 2 does.
var pairwise = pattern(`^(__h(?:add|sub|mul|div|fma|max|min|neg|abs))2(_\w+)?$`)

func isPair(t *ctype.Type) bool {
	return t.IsRecord() && t.Rec.Decl == nil && len(t.Rec.Fields) == 2 && t.Rec.Fields[0].Type.Scalar == kernel.F16
}

// eachHalf applies the function to the halves of its arguments.
func eachHalf(c Call) (Value, bool) {
	m := pairwise().FindStringSubmatch(c.Name())
	in, ok := intrinsic.Lookup(m[1] + m[2])
	if !ok || c.Len() == 0 || !allPairs(c) {
		return bad, false
	}
	t := c.ArgType(0).Plain()
	out := Value{Type: t}
	var vs []Value
	for i := range c.Len() {
		vs = append(vs, c.Arg(i))
	}
	for i, f := range t.Rec.Fields {
		var list []emit.Argument
		for j, v := range vs {
			list = append(list, emit.Argument{Pos: c.ArgPos(j), Value: v.Fields[i].Expr})
		}
		x, ok := in.Lower(c, c.Pos(), list)
		if !ok || x == nil {
			return bad, true
		}
		out.Fields = append(out.Fields, Value{Type: f.Type, Expr: cexpr.Convert(x, kernel.F16)})
	}
	return out, true
}

func allPairs(c Call) bool {
	for i := range c.Len() {
		if !isPair(c.ArgType(i)) {
			return false
		}
	}
	return true
}

// pairMade is a function that makes pairs, or takes them apart.
func pairMade(c Call) (Value, bool) {
	for i := range c.Len() {
		if t := c.ArgType(i); !isPair(t) && !t.IsScalar() {
			return bad, false
		}
	}
	half := func(i, component int) kernel.Expr {
		v := c.Arg(i)
		if isPair(v.Type) {
			return v.Fields[component].Expr
		}
		return cexpr.Convert(v.Expr, kernel.F16)
	}
	name, n := c.Name(), c.Len()
	switch pairs := n > 0 && allPairs(c); {
	case name == "__half22float2" && pairs && n == 1:
		wide := func(i int) Value { return computed(cexpr.Convert(half(0, i), kernel.F32)) }
		return Value{Type: ctype.Vectors["float2"], Fields: []Value{wide(0), wide(1)}}, true
	case (name == "__low2float" || name == "__high2float") && pairs:
		return computed(cexpr.Convert(half(0, upper(name)), kernel.F32)), true
	case (name == "__low2half" || name == "__high2half") && pairs:
		return computed(half(0, upper(name))), true
	case (name == "__low2half2" || name == "__high2half2") && pairs:
		return pair(half(0, upper(name)), half(0, upper(name))), true
	case (name == "__lows2half2" || name == "__highs2half2") && pairs && n == 2:
		return pair(half(0, upper(name)), half(1, upper(name))), true
	case name == "__lowhigh2highlow" && pairs:
		return pair(half(0, 1), half(0, 0)), true
	case (name == "__float2half2_rn" || name == "__half2half2") && n == 1:
		return pair(half(0, 0), half(0, 0)), true
	case (name == "__floats2half2_rn" || name == "__halves2half2") && n == 2:
		return pair(half(0, 0), half(1, 0)), true
	}
	return bad, false
}

// upper is the half that a name speaks of.
func upper(name string) int {
	if name[2] == 'h' {
		return 1
	}
	return 0
}

func pair(x, y kernel.Expr) Value {
	return Value{Type: ctype.Vectors["half2"], Fields: []Value{computed(x), computed(y)}}
}

// PairOperator reports whether CUDA's headers define op on operands of types x and y;
// Pairwise is its value.
func PairOperator(op kernel.BinaryOp, x, y *ctype.Type) bool {
	return op <= kernel.Div && isPair(x) && isPair(y)
}

// Pairwise is x op y on pairs.
func Pairwise(op kernel.BinaryOp, x, y Value) Value {
	out := Value{Type: x.Type.Plain()}
	for i := range x.Fields {
		out.Fields = append(out.Fields, computed(cexpr.Binary(op, x.Fields[i].Expr, y.Fields[i].Expr)))
	}
	return out
}
