package instrument

import (
	"gv2/boogie"
	"gv2/frontend/kernel"
)

// Row-major indices row * n + col with a symbolic n are nonlinear, and Z3 has no
// complete procedure for them. What their separation rests on is one fact about
// integers, which is stated for the products that both threads use:
//
//	x < y && 0 < n  ==>  x * n + n <= y * n
//
// It is a theorem, so assuming it excludes nothing.

// separate states the fact, both ways round, for each product of a value that
// differs between the threads with a factor that is the same for both.
func (w *writer) separate(index kernel.Expr) {
	if _, ok := w.arith.(intArith); !ok {
		return
	}
	seen := map[string]bool{}
	kernel.WalkExpr(w.expand(index), func(x kernel.Expr) bool {
		b, ok := x.(*kernel.Binary)
		if !ok || b.Op != kernel.Mul || b.Type().Kind != kernel.Int {
			return true
		}
		row, n := b.X, b.Y
		if w.isUniform(row) {
			row, n = n, row
		}
		if _, constant := n.(*kernel.Const); constant || !w.isUniform(n) || w.isUniform(row) {
			return true
		}
		w.stateSeparation(b, row, n, seen)
		return true
	})
}

func (w *writer) stateSeparation(product *kernel.Binary, row, n kernel.Expr, seen map[string]bool) {
	raw := intArith{}
	t := product.Type()
	x, y := raw.operand(w.encoder, row, t, 1), raw.operand(w.encoder, row, t, 2)
	factor := raw.operand(w.encoder, n, t, 0)
	fact := boogie.Fn(w.used.separation(), x, y, factor)
	if text := boogie.ExprString(fact); !seen[text] {
		seen[text] = true
		w.emit(&boogie.Assume{E: fact})
	}
}

// separation is the function that states the fact for x, y and n.
func (v *vocabulary) separation() string {
	x, y, n := boogie.V("x"), boogie.V("y"), boogie.V("n")
	times := func(a boogie.Expr) boogie.Expr { return boogie.Op("*", a, n) }
	apart := func(a, b boogie.Expr) boogie.Expr {
		return boogie.Imp(boogie.And(boogie.Op("<", a, b), boogie.Op("<", boogie.I(0), n)),
			boogie.Op("<=", boogie.Op("+", times(a), n), times(b)))
	}
	params := []boogie.Var{{Name: "x", T: boogie.Int}, {Name: "y", T: boogie.Int}, {Name: "n", T: boogie.Int}}
	return v.define("ROWS_APART", boogie.Bool, params, boogie.And(apart(x, y), apart(y, x)))
}
