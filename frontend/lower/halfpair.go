package lower

import (
	"regexp"

	"gv2/frontend/cexpr"
	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/emit"
	"gv2/frontend/intrinsic"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/ctype"
)

// half2 and its kind: CUDA Math API, "Half Arithmetic Functions". An operation
// on a pair is the operation on its halves.

// pairwise are the functions on pairs that do to each half what the function of
// that name without the 2 does.
var pairwise = regexp.MustCompile(`^(__h(?:add|sub|mul|div|fma|max|min|neg|abs))2(_\w+)?$`)

func isPair(t *ctype.Type) bool {
	return t.IsRecord() && t.Rec.Decl == nil && len(t.Rec.Fields) == 2 && t.Rec.Fields[0].Type.Scalar == kernel.F16
}

// pairFunction is a call of a function on pairs; nil if fun is none that gv2
// knows.
func (l *lowerer) pairFunction(e *cuda.CallExpr, fun *cuda.Ident, args []callArg) *place {
	if len(fun.Path) > 0 || len(args) == 0 {
		return nil
	}
	if m := pairwise.FindStringSubmatch(fun.Name); m != nil {
		return l.eachHalf(e, m[1]+m[2], args)
	}
	return l.pairMade(e, fun.Name, args)
}

// eachHalf applies the function to the halves of its arguments.
func (l *lowerer) eachHalf(e *cuda.CallExpr, name string, args []callArg) *place {
	in, ok := intrinsic.Lookup(name)
	if !ok || !allPairs(args) {
		return nil
	}
	t := args[0].t().Plain()
	out := value{t: t}
	vs := l.argValues(args)
	for i, f := range t.Rec.Fields {
		var list []emit.Argument
		for j, v := range vs {
			list = append(list, emit.Argument{Pos: args[j].pos, Value: v.fields[i].e})
		}
		x, ok := in.Lower(l, e.Pos, list)
		if !ok || x == nil {
			return &badPlace
		}
		out.fields = append(out.fields, scalarValue(f.Type, cexpr.Convert(x, kernel.F16)))
	}
	return valuePlace(e, out)
}

func allPairs(args []callArg) bool {
	for _, a := range args {
		if !isPair(a.t()) {
			return false
		}
	}
	return true
}

// pairMade is a function that makes pairs, or takes them apart.
func (l *lowerer) pairMade(e *cuda.CallExpr, name string, args []callArg) *place {
	half := func(i, component int) kernel.Expr {
		v := l.argValue(args[i])
		if isPair(v.t) {
			return v.fields[component].e
		}
		return cexpr.Convert(v.e, kernel.F16)
	}
	for _, a := range args {
		if t := a.t(); !isPair(t) && !t.IsScalar() {
			return nil
		}
	}
	switch pairs := allPairs(args); {
	case name == "__half22float2" && pairs && len(args) == 1:
		wide := func(c int) value { return computedValue(cexpr.Convert(half(0, c), kernel.F32)) }
		return valuePlace(e, value{t: ctype.Vectors["float2"], fields: []value{wide(0), wide(1)}})
	case (name == "__low2float" || name == "__high2float") && pairs:
		return valuePlace(e, computedValue(cexpr.Convert(half(0, upper(name)), kernel.F32)))
	case (name == "__low2half" || name == "__high2half") && pairs:
		return valuePlace(e, computedValue(half(0, upper(name))))
	case (name == "__low2half2" || name == "__high2half2") && pairs:
		return l.pair(e, half(0, upper(name)), half(0, upper(name)))
	case (name == "__lows2half2" || name == "__highs2half2") && pairs && len(args) == 2:
		return l.pair(e, half(0, upper(name)), half(1, upper(name)))
	case name == "__lowhigh2highlow" && pairs:
		return l.pair(e, half(0, 1), half(0, 0))
	case (name == "__float2half2_rn" || name == "__half2half2") && len(args) == 1:
		return l.pair(e, half(0, 0), half(0, 0))
	case (name == "__floats2half2_rn" || name == "__halves2half2") && len(args) == 2:
		return l.pair(e, half(0, 0), half(1, 0))
	}
	return nil
}

// upper is the half that a name speaks of.
func upper(name string) int {
	if name[2] == 'h' {
		return 1
	}
	return 0
}

func (l *lowerer) pair(e *cuda.CallExpr, x, y kernel.Expr) *place {
	return valuePlace(e, value{t: ctype.Vectors["half2"], fields: []value{computedValue(x), computedValue(y)}})
}

// pairOperator is x op y on pairs, as CUDA's headers define it; ok is false for
// other operands.
func (l *lowerer) pairOperator(pos diag.Pos, op string, args []callArg) (value, bool) {
	k, known := binaryOps[op]
	if !known || k > kernel.Div || len(args) != 2 || !allPairs(args) {
		return badValue, false
	}
	x, y := l.argValue(args[0]), l.argValue(args[1])
	out := value{t: x.t.Plain()}
	for i := range x.fields {
		out.fields = append(out.fields, computedValue(cexpr.Binary(k, x.fields[i].e, y.fields[i].e)))
	}
	return out, true
}
