// Package steps tells what a variable of the host can be in a loop that multiplies, divides, shifts or counts it.
//
//	for (int s = 512; s > 0; s >>= 1) k<<<1, 64>>>(p, s);          s <= 512, and a power of two
//	for (unsigned w = 2; w <= n; w <<= 1) k<<<1, 64>>>(p, w);      w >= 2, and a power of two, unless n >= 2^31
//
// In: the expressions of the loop that change the variable; what it was before. Out: conditions that hold whenever control is
// in the loop, and behind it. They are invariants: they hold before, and whatever change is made next leaves them true, so that
// it does not matter which of the changes are made, in which order and how often.
package steps

import (
	"gv2/frontend/cuda"
)

// Change is one operation on a variable by what By is; nil for 1. Op is +=, -=, *=, /=, <<= or >>=, also where the
// text says v = v * 2, v += v or v++.
type Change struct {
	Name, Op string
	By       cuda.Expr
}

// In are the changes in an expression that its own operators make; those of functions that it calls are none.
func In(e cuda.Expr) []Change {
	switch x := e.(type) {
	case *cuda.BinaryExpr:
		return append(In(x.X), In(x.Y)...)
	case *cuda.AssignExpr:
		if c, ok := assigned(x); ok {
			return []Change{c}
		}
	case *cuda.UnaryExpr:
		if name := variable(x.X); name != "" && (x.Op == "++" || x.Op == "--") {
			return []Change{{name, x.Op[:1] + "=", nil}}
		}
		if x.Op == "!" {
			return In(x.X)
		}
	}
	return nil
}

// variable is the name of a plain one, empty for other expressions.
func variable(e cuda.Expr) string {
	if id, ok := e.(*cuda.Ident); ok && len(id.Path) == 0 && !id.HasArgs {
		return id.Name
	}
	return ""
}

func assigned(x *cuda.AssignExpr) (Change, bool) {
	name := variable(x.X)
	if name == "" {
		return Change{}, false
	}
	op, by := x.Op, x.Y
	if op == "=" {
		b, ok := x.Y.(*cuda.BinaryExpr)
		if !ok {
			return Change{}, false
		}
		op, by = b.Op+"=", b.Y
		if variable(b.X) != name {
			if variable(b.Y) != name || b.Op != "*" && b.Op != "+" {
				return Change{}, false
			}
			by = b.X
		}
	}
	switch op {
	case "+=":
		if variable(by) == name {
			return Change{name, "*=", &cuda.IntLit{Pos: x.Pos, Value: 2}}, true
		}
	case "-=", "*=", "/=", "<<=", ">>=":
	default:
		return Change{}, false
	}
	return Change{name, op, by}, true
}

// Commas are the expressions between commas.
func Commas(e cuda.Expr) []cuda.Expr {
	if b, ok := e.(*cuda.BinaryExpr); ok && b.Op == "," {
		return append(Commas(b.X), Commas(b.Y)...)
	}
	return []cuda.Expr{e}
}

// EvenTest is the variable of (x & 1) == 0, !(x & 1) and x % 2 == 0, empty for other expressions.
func EvenTest(e cuda.Expr) string {
	var of cuda.Expr
	switch x := e.(type) {
	case *cuda.BinaryExpr:
		if zero, ok := x.Y.(*cuda.IntLit); ok && x.Op == "==" && zero.Value == 0 {
			of = x.X
		}
	case *cuda.UnaryExpr:
		if x.Op == "!" {
			of = x.X
		}
	}
	b, ok := of.(*cuda.BinaryExpr)
	if !ok {
		return ""
	}
	n, isNumber := b.Y.(*cuda.IntLit)
	if isNumber && (b.Op == "&" && n.Value == 1 || b.Op == "%" && n.Value == 2) {
		return variable(b.X)
	}
	return ""
}

// Bound is e, and the operator of v < e, v <= e or v > e, where a condition that is needed for the loop to go on says so, however
// it is written.
func Bound(e cuda.Expr, v string) (op string, bound cuda.Expr) {
	b, ok := e.(*cuda.BinaryExpr)
	if !ok {
		return "", nil
	}
	if b.Op == "&&" {
		if op, bound = Bound(b.X, v); op != "" {
			return op, bound
		}
		return Bound(b.Y, v)
	}
	turned := map[string]string{"<": ">", "<=": ">=", ">": "<", ">=": "<="}
	switch {
	case turned[b.Op] == "":
	case variable(b.X) == v:
		return b.Op, b.Y
	case variable(b.Y) == v:
		return turned[b.Op], b.X
	}
	return "", nil
}
