package arith

import (
	"maps"
	"math"

	"gv2/boogie"
	"gv2/frontend/kernel"
)

// Products and quotients of variables are functions of which the prover gets facts only:
// RowsApart, RowSign and Euclid. Which of them a program states is decided by
// twothread/rows.go.

const (
	productName   = "MUL"
	quotientName  = "QUOTIENT"
	remainderName = "REMAINDER"
)

// opaque maps the functions that stand for nonlinear operations to these.
var opaque = map[string]string{productName: "*", quotientName: "div", remainderName: "mod"}

// Operators are the functions that stand for products, quotients and remainders, with
// Boogie's operators.
func Operators() map[string]string { return maps.Clone(opaque) }

// Exact are the declarations with these functions defined as what they stand for.
func Exact(decls []boogie.Decl) []boogie.Decl {
	out := make([]boogie.Decl, len(decls))
	for i, d := range decls {
		out[i] = d
		f, ok := d.(*boogie.FuncDecl)
		if !ok || opaque[f.Name] == "" {
			continue
		}
		defined := *f
		defined.Attrs = []boogie.Attr{{Key: "inline"}}
		defined.Body = boogie.Op(opaque[f.Name], boogie.V(f.Params[0].Name), boogie.V(f.Params[1].Name))
		out[i] = &defined
	}
	return out
}

// nonlinear is an operation on two values of which the second is no constant.
func (v *Vocabulary) nonlinear(name string, x, y boogie.Expr) boogie.Expr {
	v.Products = true
	return boogie.Fn(v.function(name, boogie.Int, []boogie.Type{boogie.Int, boogie.Int}), x, y)
}

// Product is a product of variables: a row of a matrix times their length.
type Product struct {
	Row, Factor kernel.Expr
	T           kernel.Type
}

// ProductOf reads a product of variables; ok is false where one of them is a
// constant. The factor is the one that both threads share, as a length is.
func (e *Encoder) ProductOf(x kernel.Expr) (p Product, ok bool) {
	b, is := x.(*kernel.Binary)
	if !is || b.Op != kernel.Mul || b.Type().Kind != kernel.Int || IsConstant(b.X) || IsConstant(b.Y) {
		return Product{}, false
	}
	p = Product{b.X, b.Y, b.Type()}
	if e.IsUniform(p.Row) && (!e.IsUniform(p.Factor) || IsLength(p.Row) && !IsLength(p.Factor)) {
		p.Row, p.Factor = p.Factor, p.Row
	}
	return p, true
}

// IsConstant reports whether x is a literal.
func IsConstant(x kernel.Expr) bool {
	_, ok := x.(*kernel.Const)
	return ok
}

// IsLength reports whether x is made of parameters and sizes of the launch.
func IsLength(x kernel.Expr) bool {
	ok := true
	kernel.WalkExpr(x, func(x kernel.Expr) bool {
		switch x := x.(type) {
		case *kernel.VarRef:
			ok = ok && x.Var.Param
		case *kernel.Builtin:
			ok = ok && (x.Kind == kernel.BlockDim || x.Kind == kernel.GridDim)
		default:
			// Others are as their operands are.
		}
		return ok
	})
	return ok
}

// Times is a product of two variables.
func (v *Vocabulary) Times(x, y boogie.Expr) boogie.Expr { return v.nonlinear(productName, x, y) }

// Quotient is a quotient of numbers that are not negative, as the program writes it.
func (v *Vocabulary) Quotient(x, y boogie.Expr) boogie.Expr {
	if _, ok := y.(*boogie.IntLit); ok {
		return boogie.Op("div", x, y)
	}
	return v.nonlinear(quotientName, x, y)
}

var intXN = []boogie.Var{{Name: "x", T: boogie.Int}, {Name: "n", T: boogie.Int}}

// RowsApart is the function that states the fact for x, y and n.
func (v *Vocabulary) RowsApart() string {
	x, y, n := boogie.V("x"), boogie.V("y"), boogie.V("n")
	apart := func(a, b boogie.Expr) boogie.Expr {
		return boogie.Imp(boogie.And(boogie.Op("<", a, b), boogie.Op("<", boogie.I(0), n)),
			boogie.Op("<=", boogie.Op("+", v.Times(a, n), n), v.Times(b, n)))
	}
	params := []boogie.Var{{Name: "x", T: boogie.Int}, {Name: "y", T: boogie.Int}, {Name: "n", T: boogie.Int}}
	return v.define("ROWS_APART", boogie.Bool, params, boogie.And(apart(x, y), apart(y, x)))
}

// RowSign is the function that states the fact for x and n.
func (v *Vocabulary) RowSign() string {
	x, n, zero := boogie.V("x"), boogie.V("n"), boogie.I(0)
	positive := boogie.Op("<", zero, n)
	return v.define("ROW_SIGN", boogie.Bool, intXN, boogie.And(
		boogie.Imp(boogie.Eq(x, zero), boogie.Eq(v.Times(x, n), zero)),
		boogie.Imp(boogie.And(boogie.Op("<", zero, x), positive), boogie.Op("<=", n, v.Times(x, n))),
		boogie.Imp(boogie.And(boogie.Op("<", x, zero), positive), boogie.Op("<=", boogie.Op("+", v.Times(x, n), n), zero))))
}

// ProductFits is the function that states how large the product of x and n may be: (2^31 - 1) * (2^32 - 1).
func (v *Vocabulary) ProductFits() string {
	x, n := boogie.V("x"), boogie.V("n")
	within := func(x boogie.Expr, most int64) boogie.Expr {
		return boogie.And(boogie.Op("<=", boogie.I(0), x), boogie.Op("<=", x, boogie.I(most)))
	}
	const signed, unsigned = math.MaxInt32, math.MaxUint32
	small := boogie.Or(boogie.And(within(x, signed), within(n, unsigned)), boogie.And(within(x, unsigned), within(n, signed)))
	return v.define("PRODUCT_FITS", boogie.Bool, intXN, boogie.Imp(small, boogie.Op("<=", v.Times(x, n), boogie.I(signed*unsigned))))
}

// Euclid is the function that states what division is for x and n.
func (v *Vocabulary) Euclid() string {
	x, n, zero := boogie.V("x"), boogie.V("n"), boogie.I(0)
	q, r := v.nonlinear(quotientName, x, n), v.nonlinear(remainderName, x, n)
	return v.define("EUCLID", boogie.Bool, intXN, boogie.Imp(
		boogie.And(boogie.Op("<=", zero, x), boogie.Op("<", zero, n)),
		boogie.And(boogie.Eq(x, boogie.Op("+", v.Times(q, n), r)), boogie.Op("<=", zero, r), boogie.Op("<", r, n),
			boogie.Op("<=", zero, q), boogie.Op("<=", q, x))))
}

// Ordered is the function that tells the three ways apart in which x and y may be
// ordered. It is true.
func (v *Vocabulary) Ordered() string {
	x, y := boogie.V("x"), boogie.V("y")
	return v.define("ORDERED", boogie.Bool, intXY, boogie.Or(boogie.Op("<", x, y), boogie.Eq(x, y), boogie.Op("<", y, x)))
}
