package boogie

import "strconv"

// True and False are the truth values.
var (
	True  Expr = &BoolLit{true}
	False Expr = &BoolLit{false}
)

// I makes an integer literal.
func I(n int64) Expr { return &IntLit{strconv.FormatInt(n, 10)} }

// V makes a variable or constant reference.
func V(name string) Expr { return &Id{name} }

// Op makes x op y without any simplification.
func Op(op string, x, y Expr) Expr { return &Binary{op, x, y} }

// Eq makes x == y.
func Eq(x, y Expr) Expr { return Op("==", x, y) }

// Ne makes x != y.
func Ne(x, y Expr) Expr { return Op("!=", x, y) }

// Fn makes f(args).
func Fn(f string, args ...Expr) Expr { return &App{f, args} }

// At makes m[keys].
func At(m Expr, keys ...Expr) Expr { return &Select{m, keys} }

// If3 makes if c then x else y; a literal condition decides.
func If3(c, x, y Expr) Expr {
	if b, ok := c.(*BoolLit); ok {
		if b.Val {
			return x
		}
		return y
	}
	return &Ite{c, x, y}
}

// Not makes !x; double negation and literals fold.
func Not(x Expr) Expr {
	switch x := x.(type) {
	case *BoolLit:
		return &BoolLit{!x.Val}
	case *Unary:
		if x.Op == "!" {
			return x.X
		}
	}
	return &Unary{"!", x}
}

// And joins the conjuncts; true is dropped, false decides.
func And(xs ...Expr) Expr { return junction("&&", true, xs) }

// Or joins the disjuncts; false is dropped, true decides.
func Or(xs ...Expr) Expr { return junction("||", false, xs) }

// junction joins xs by op, whose neutral element is unit. The other truth value
// is absorbing: it is the result by itself.
func junction(op string, unit bool, xs []Expr) Expr {
	var out Expr
	for _, x := range xs {
		if b, ok := x.(*BoolLit); ok {
			if b.Val == unit {
				continue
			}
			return x
		}
		if out == nil {
			out = x
		} else {
			out = Op(op, out, x)
		}
	}
	if out == nil {
		return &BoolLit{unit}
	}
	return out
}

// Imp makes x ==> y; literals fold.
func Imp(x, y Expr) Expr {
	if b, ok := x.(*BoolLit); ok {
		if b.Val {
			return y
		}
		return True
	}
	if b, ok := y.(*BoolLit); ok && b.Val {
		return True
	}
	return Op("==>", x, y)
}
