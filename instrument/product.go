package instrument

import (
	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/predicate"
)

// Row-major indices row * n + col with a symbolic n are nonlinear, and Z3 has no
// complete procedure for them: it may well not come back. So the prover is not
// shown such products. row * n is MUL(row, n), of which it knows that equal
// arguments give equal results, and what the program says of it: facts about
// integers, stated for the products that indices are made of.
//
//	ROWS_APART(x, y, n):  x < y && 0 < n  ==>  x * n + n <= y * n, and the same with x and y exchanged
//	ROW_SIGN(x, n):       x * n is 0 for x == 0, at least n for x > 0, at most -n for x < 0
//	MUL(x, y) == MUL(y, x), where both are sizes
//	EUCLID(x, n):         x == x / n * n + x % n && 0 <= x % n < n, for x >= 0 and n > 0
//
// They are theorems, so assuming them excludes nothing. What fails with MUL may
// hold with multiplication: Exact gives the functions their meaning.

// Exact is the program with products and quotients of variables as they are,
// where Output.Products is set.
func Exact(p *boogie.Program) *boogie.Program {
	c := *p
	c.Decls = make([]boogie.Decl, len(p.Decls))
	for i, d := range p.Decls {
		c.Decls[i] = d
		f, ok := d.(*boogie.FuncDecl)
		if !ok || opaque[f.Name] == "" {
			continue
		}
		defined := *f
		defined.Attrs = []boogie.Attr{{Key: "inline"}}
		defined.Body = boogie.Op(opaque[f.Name], boogie.V(f.Params[0].Name), boogie.V(f.Params[1].Name))
		c.Decls[i] = &defined
	}
	return &c
}

const (
	productName   = "MUL"
	quotientName  = "QUOTIENT"
	remainderName = "REMAINDER"
)

// opaque maps the functions that stand for nonlinear operations to these.
var opaque = map[string]string{productName: "*", quotientName: "div", remainderName: "mod"}

// nonlinear is an operation on two values of which the second is no constant.
func (v *vocabulary) nonlinear(name string, x, y boogie.Expr) boogie.Expr {
	v.products = true
	return boogie.Fn(v.function(name, boogie.Int, []boogie.Type{boogie.Int, boogie.Int}), x, y)
}

// product is a product of variables: a row of a matrix times their length.
type product struct {
	row, factor kernel.Expr
	t           kernel.Type
}

// productOf reads a product of variables; ok is false where one of them is a
// constant. The factor is the one that both threads share, as a length is.
func (e *encoder) productOf(x kernel.Expr) (p product, ok bool) {
	b, is := x.(*kernel.Binary)
	if !is || b.Op != kernel.Mul || b.Type().Kind != kernel.Int || isConstant(b.X) || isConstant(b.Y) {
		return product{}, false
	}
	p = product{b.X, b.Y, b.Type()}
	if e.isUniform(p.row) && (!e.isUniform(p.factor) || isLength(p.row) && !isLength(p.factor)) {
		p.row, p.factor = p.factor, p.row
	}
	return p, true
}

func isConstant(x kernel.Expr) bool {
	_, ok := x.(*kernel.Const)
	return ok
}

// isLength reports whether x is made of parameters and sizes of the launch.
func isLength(x kernel.Expr) bool {
	ok := true
	kernel.WalkExpr(x, func(x kernel.Expr) bool {
		switch x := x.(type) {
		case *kernel.VarRef:
			ok = ok && x.Var.Param
		case *kernel.Builtin:
			ok = ok && (x.Kind == kernel.BlockDim || x.Kind == kernel.GridDim)
		}
		return ok
	})
	return ok
}

func (p product) key() string { return kernel.ExprString(p.factor) }

// maxRows bounds how many products with one factor are told apart.
const maxRows = 8

// surveyProducts collects the products in the indices of the program, by factor.
func (w *writer) surveyProducts(body []predicate.Stmt) {
	w.products = map[string][]product{}
	if _, ok := w.arith.(intArith); !ok {
		return
	}
	seen := map[string]bool{}
	eachDo(body, func(d *predicate.Do) {
		acc, _, ok := accessOf(d.Stmt)
		if !ok || !w.plan.of[acc.Array].racy(w.pair) {
			return
		}
		for _, p := range w.productsIn(acc.Index) {
			text := p.key() + " " + kernel.ExprString(p.row)
			if !seen[text] && len(w.products[p.key()]) < maxRows {
				seen[text] = true
				w.products[p.key()] = append(w.products[p.key()], p)
			}
		}
	})
}

func (w *writer) productsIn(index kernel.Expr) []product {
	var out []product
	kernel.WalkExpr(w.expand(index), func(x kernel.Expr) bool {
		if p, ok := w.productOf(x); ok {
			out = append(out, p)
			if isLength(p.row) && isLength(p.factor) {
				out = append(out, product{p.factor, p.row, p.t}) // either may be the length of rows
			}
		}
		return true
	})
	return out
}

// separate states the facts that tell the products in an index from each other
// and from those in other indices, for both threads.
func (w *writer) separate(index kernel.Expr) {
	if _, ok := w.arith.(intArith); !ok {
		return
	}
	s := &separation{writer: w}
	for _, p := range w.productsIn(index) {
		s.sign(p)
		s.commutes(p)
		for _, q := range w.products[p.key()] {
			s.apart(p, q)
			s.apart(q, p)
		}
	}
	kernel.WalkExpr(w.expand(index), func(x kernel.Expr) bool {
		if b, ok := x.(*kernel.Binary); ok && (b.Op == kernel.Div || b.Op == kernel.Rem) && b.Type().Kind == kernel.Int && !isConstant(b.Y) {
			s.divided(b)
		}
		return true
	})
}

// separation states facts.
type separation struct{ *writer }

func (s *separation) state(fact boogie.Expr) {
	if text := boogie.ExprString(fact); s.stated[text] == nil {
		s.emit(&boogie.Assume{E: fact})
		s.stated[text] = namesIn(fact)
	}
}

func (s *separation) operand(x kernel.Expr, t kernel.Type, thread int) boogie.Expr {
	if s.isUniform(x) {
		thread = 0
	}
	return intArith{}.operand(s.encoder, x, t, thread)
}

// apart tells the row that thread 1 has in p from that of thread 2 in q, if the
// factor is one for both.
func (s *separation) apart(p, q product) {
	if !s.isUniform(p.factor) || s.isUniform(p.row) && s.isUniform(q.row) && kernel.ExprString(p.row) == kernel.ExprString(q.row) {
		return
	}
	s.state(boogie.Fn(s.used.rowsApart(), s.operand(p.row, p.t, 1), s.operand(q.row, q.t, 2), s.operand(p.factor, p.t, 0)))
}

func (s *separation) sign(p product) {
	for thread := 1; thread <= 2; thread++ {
		s.state(boogie.Fn(s.used.rowSign(), s.operand(p.row, p.t, thread), s.operand(p.factor, p.t, thread)))
	}
}

// commutes says that a size of a matrix is rows of columns and columns of rows.
func (s *separation) commutes(p product) {
	if isLength(p.row) && isLength(p.factor) {
		x, y := s.operand(p.row, p.t, 0), s.operand(p.factor, p.t, 0)
		if boogie.ExprString(x) > boogie.ExprString(y) {
			x, y = y, x
		}
		s.state(boogie.Eq(s.used.times(x, y), s.used.times(y, x)))
	}
}

func (s *separation) divided(b *kernel.Binary) {
	for thread := 1; thread <= 2; thread++ {
		if s.isUniform(b) {
			thread = 0
		}
		s.state(boogie.Fn(s.used.euclid(), s.expr(b.X, thread), s.expr(b.Y, thread)))
		if thread == 0 {
			return
		}
	}
}

func (v *vocabulary) times(x, y boogie.Expr) boogie.Expr { return v.nonlinear(productName, x, y) }

var intXN = []boogie.Var{{Name: "x", T: boogie.Int}, {Name: "n", T: boogie.Int}}

// rowsApart is the function that states the fact for x, y and n.
func (v *vocabulary) rowsApart() string {
	x, y, n := boogie.V("x"), boogie.V("y"), boogie.V("n")
	apart := func(a, b boogie.Expr) boogie.Expr {
		return boogie.Imp(boogie.And(boogie.Op("<", a, b), boogie.Op("<", boogie.I(0), n)),
			boogie.Op("<=", boogie.Op("+", v.times(a, n), n), v.times(b, n)))
	}
	params := []boogie.Var{{Name: "x", T: boogie.Int}, {Name: "y", T: boogie.Int}, {Name: "n", T: boogie.Int}}
	return v.define("ROWS_APART", boogie.Bool, params, boogie.And(apart(x, y), apart(y, x)))
}

// rowSign is the function that states the fact for x and n.
func (v *vocabulary) rowSign() string {
	x, n, zero := boogie.V("x"), boogie.V("n"), boogie.I(0)
	positive := boogie.Op("<", zero, n)
	return v.define("ROW_SIGN", boogie.Bool, intXN, boogie.And(
		boogie.Imp(boogie.Eq(x, zero), boogie.Eq(v.times(x, n), zero)),
		boogie.Imp(boogie.And(boogie.Op("<", zero, x), positive), boogie.Op("<=", n, v.times(x, n))),
		boogie.Imp(boogie.And(boogie.Op("<", x, zero), positive), boogie.Op("<=", boogie.Op("+", v.times(x, n), n), zero))))
}

// euclid is the function that states what division is for x and n.
func (v *vocabulary) euclid() string {
	x, n, zero := boogie.V("x"), boogie.V("n"), boogie.I(0)
	q, r := v.nonlinear(quotientName, x, n), v.nonlinear(remainderName, x, n)
	return v.define("EUCLID", boogie.Bool, intXN, boogie.Imp(
		boogie.And(boogie.Op("<=", zero, x), boogie.Op("<", zero, n)),
		boogie.And(boogie.Eq(x, boogie.Op("+", v.times(q, n), r)), boogie.Op("<=", zero, r), boogie.Op("<", r, n),
			boogie.Op("<=", zero, q), boogie.Op("<=", q, x))))
}
