package overload

import (
	"gv2/frontend/cuda"
	"gv2/frontend/lower/syntax"
)

// MoreSpecial reports whether function template a is more specialised than b by the parameters that both
// have: what fits a always fits b, and not the other way round ([temp.func.order], [temp.deduct.partial]).
// Then one without a parameter pack goes before one with, and more parameters in its place before fewer.
func MoreSpecial(a, b *cuda.FuncDecl) bool {
	n := min(len(a.Params), len(b.Params))
	x, y := pattern(a, n), pattern(b, n)
	ab, ba := syntax.Covers(y, x), syntax.Covers(x, y)
	if (a.Rest == nil) != (b.Rest == nil) { // nothing but a pack takes a pack
		ab, ba = ab && a.Rest == nil, ba && b.Rest == nil
	}
	switch {
	case ab != ba:
		return ab
	case !ab:
		return false
	}
	for i := range n {
		if d := closer(a.Params[i].Type, b.Params[i].Type); d != 0 {
			return d > 0
		}
	}
	return b.Rest != nil && (a.Rest == nil || a.Elements < b.Elements)
}

// pattern is the types of fn's first parameters, as those of objects without const and volatile.
func pattern(fn *cuda.FuncDecl, n int) syntax.Special {
	out := syntax.Special{Template: fn.Template}
	for _, p := range fn.Params[:n] {
		t := *p.Type
		if t.Form == cuda.ReferenceType {
			t = *t.Elem
		}
		t.Const, t.Volatile = false, false
		out.Of = append(out.Of, cuda.TemplateArg{Type: &t})
	}
	return out
}

// closer is positive where of two references to one type x is an lvalue's and y is not, or x has more
// const and volatile, and negative where y has.
func closer(x, y *cuda.TypeExpr) int {
	switch {
	case x.Form != cuda.ReferenceType || y.Form != cuda.ReferenceType:
		return 0
	case x.RValue != y.RValue && y.RValue:
		return 1
	case x.RValue != y.RValue:
		return -1
	}
	return qualifiers(x.Elem) - qualifiers(y.Elem)
}

func qualifiers(t *cuda.TypeExpr) int {
	n := 0
	for _, is := range []bool{t.Const, t.Volatile} {
		if is {
			n++
		}
	}
	return n
}
