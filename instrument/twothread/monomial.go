package twothread

import (
	"slices"

	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument/arith"
	"gv2/predicate/fact"
)

// Sizes multiply: a batch of images has rows of W * H * C elements, and an index takes a batch's
// number times that, or divides by it. To the prover a product in other brackets is another
// product, so that the facts about rows and quotients are stated for products whose factors
// are known one by one.

// monomial is a product of factors, none of which is a product or a constant, and of a constant.
type monomial struct {
	coef    int64
	factors []multiplier
}

// multiplier is a factor and how the program writes it: one expression may be two numbers, as the
// wrapped and the unwrapped value of a sum.
type multiplier struct {
	x    kernel.Expr
	text string
}

// largestCoef bounds the constants of monomials, far below what a product of two overflows at.
const largestCoef = 1 << 31

// monomialOf reads x as a product. It is ok if the text of x is made of those of the factors
// and of products alone: no conversion or wrapping in between changes the value.
func (s *separation) monomialOf(x kernel.Expr) (m monomial, ok bool) {
	m.coef = 1
	ok = s.multiply(&m, x) && boogie.ExprString(s.product(x)) == boogie.ExprString(s.operand(x, x.Type(), 1))
	return m, ok
}

// multiply takes in the factors of x.
func (s *separation) multiply(m *monomial, x kernel.Expr) bool {
	inner := stripWidening(x)
	if b, ok := inner.(*kernel.Binary); ok && b.Op == kernel.Mul && b.Type().Kind == kernel.Int {
		return s.multiply(m, b.X) && s.multiply(m, b.Y)
	}
	if c, ok := inner.(*kernel.Const); ok {
		by := fact.LeastMagnitude(c)
		if by == 0 || by <= -largestCoef || by >= largestCoef {
			return false
		}
		m.coef *= by
		return -largestCoef < m.coef && m.coef < largestCoef
	}
	m.factors = append(m.factors, multiplier{x, boogie.ExprString(s.operand(inner, x.Type(), 1))})
	return true
}

// product is what a product of pure numbers looks like: without anything that reduces it to its type.
func (s *separation) product(x kernel.Expr) boogie.Expr {
	t := x.Type()
	b, ok := stripWidening(x).(*kernel.Binary)
	if !ok || b.Op != kernel.Mul {
		return s.operand(stripWidening(x), t, 1)
	}
	if p, ok := s.enc.ProductOf(b); ok {
		return s.enc.Used.Times(s.product(p.Row), s.product(p.Factor))
	}
	return arith.Sum("*", s.product(b.X), s.product(b.Y))
}

// over is m without the factors and the constant of d; false if d does not divide it.
func (m monomial) over(d monomial) (rest monomial, ok bool) {
	if d.coef == 0 || m.coef%d.coef != 0 {
		return monomial{}, false
	}
	rest = monomial{coef: m.coef / d.coef, factors: slices.Clone(m.factors)}
	for _, f := range d.factors {
		i := rest.index(f.text)
		if i < 0 {
			return monomial{}, false
		}
		rest.factors = slices.Delete(rest.factors, i, i+1)
	}
	return rest, true
}

func (m monomial) index(text string) int {
	return slices.IndexFunc(m.factors, func(f multiplier) bool { return f.text == text })
}

// isOne reports whether nothing is left of a monomial.
func (m monomial) isOne() bool { return m.coef == 1 && len(m.factors) == 0 }

// same reports whether two monomials are one number, written in whatever order.
func (m monomial) same(n monomial) bool {
	rest, ok := m.over(n)
	return ok && rest.isOne()
}

// written is the monomial as an expression, if that is no other number: see monomialOf.
func (s *separation) written(m monomial) (x kernel.Expr, ok bool) {
	x = m.expr()
	n, ok := s.monomialOf(x)
	return x, ok && n.same(m)
}

// expr is the product of the factors and the constant.
func (m monomial) expr() kernel.Expr {
	var x kernel.Expr
	for _, by := range m.factors {
		f := by.x
		if x == nil {
			x = f
			continue
		}
		t := x.Type()
		if f.Type().Bits > t.Bits {
			t = f.Type()
		}
		x = kernel.Bin(kernel.Mul, widened(x, t), widened(f, t))
	}
	switch {
	case x == nil:
		return kernel.NewConst(kernel.I64, m.coef)
	case m.coef == 1:
		return x
	}
	return kernel.Bin(kernel.Mul, x, kernel.NewConst(x.Type(), m.coef))
}

func widened(x kernel.Expr, t kernel.Type) kernel.Expr {
	if x.Type() == t {
		return x
	}
	return &kernel.Convert{T: t, X: x}
}

// commonRows are the rows that products have of a factor that several of them share, whatever brackets
// they are in: batch * (height * width) + row * width has batch * height + row rows of that
// width. They are nil where no product has more than two factors, which rowsOf knows.
func (s *separation) commonRows(f *fact.Linear) *rows {
	type part struct {
		p     arith.Product
		times int64
		monomial
	}
	var parts []part
	count := map[string]int{}
	var common multiplier
	for _, t := range f.Atoms() {
		p, ok := s.enc.ProductOf(t.Atom)
		if !ok {
			continue
		}
		m, ok := s.monomialOf(t.Atom)
		if !ok {
			continue
		}
		parts = append(parts, part{p, t.Coef, m})
		seen := map[string]bool{}
		for _, by := range m.factors {
			if !seen[by.text] && arith.IsLength(by.x) && s.enc.IsUniform(by.x) {
				seen[by.text] = true
				count[by.text]++
				if n := count[by.text]; n > count[common.text] || n == count[common.text] && common.x == nil {
					common = by
				}
			}
		}
	}
	if common.x == nil {
		return nil
	}
	r := &rows{}
	factor, scale := primitive(fact.LinearOf(common.x))
	if scale != 1 || boogie.ExprString(s.operand(factor, kernel.I64, 0)) != common.text {
		return nil
	}
	r.factor = factor
	r.units, _ = unitsOf(f, factor)
	compound := false
	for _, m := range parts {
		rest, ok := m.over(monomial{coef: 1, factors: []multiplier{common}})
		if !ok {
			continue
		}
		scale := rest.coef
		rest.coef = 1
		row, ok := s.written(rest)
		if !ok || boogie.ExprString(s.operand(row, m.p.T, 1)) != boogie.ExprString(s.product(row)) {
			return nil
		}
		compound = compound || len(rest.factors) > 1
		r.terms = append(r.terms, rowTerm{Product: m.p, row: row, times: m.times, scale: scale, pure: true})
	}
	if !compound || len(r.terms) < 2 && r.units == 0 {
		return nil
	}
	return r
}

// mostDivisions bounds the divisions of an index that chains relates.
const mostDivisions = 16

// chains states that dividing by a product is dividing by its factors one after the other, where
// an index has both: i / (height * width) is the batch of which (i / width) % height is the row.
func (s *separation) chains(divisions []*kernel.Binary) {
	type division struct {
		x, by kernel.Expr
		monomial
	}
	var all []division
	known := map[string]bool{}
	add := func(x, by kernel.Expr) {
		key := kernel.ExprString(x) + " / " + kernel.ExprString(by)
		if m, ok := s.monomialOf(by); ok && !known[key] && len(all) < mostDivisions && s.enc.IsUniform(by) {
			known[key] = true
			all = append(all, division{x, by, m})
		}
	}
	for _, b := range divisions {
		add(b.X, b.Y)
	}
	for i := 0; i < len(all); i++ {
		d := all[i]
		s.withinRemainder(d.x, d.by, d.monomial)
		var part *division
		var left kernel.Expr
		for j := range all {
			p := &all[j]
			rest, ok := d.over(p.monomial)
			if !ok || rest.isOne() || kernel.ExprString(p.x) != kernel.ExprString(d.x) || part != nil && len(part.factors) >= len(p.factors) {
				continue
			}
			if x, ok := s.written(rest); ok {
				part, left = p, x
			}
		}
		if part != nil {
			s.chain(d.x, d.by, part.by, left)
			add(kernel.Bin(kernel.Div, d.x, widened(part.by, d.x.Type())), widened(left, d.x.Type()))
		}
	}
}

// withinRemainder states how large x / by is where x is a remainder of a multiple of by: (i % (rows * width)) / width
// is less than the rows.
func (s *separation) withinRemainder(x, by kernel.Expr, m monomial) {
	b, ok := stripWidening(x).(*kernel.Binary)
	if !ok || b.Op != kernel.Rem || arith.IsConstant(by) || !s.enc.IsUniform(b.Y) {
		return
	}
	whole, ok := s.monomialOf(b.Y)
	if !ok {
		return
	}
	left, ok := whole.over(m)
	if !ok || left.isOne() {
		return
	}
	rest, ok := s.written(left)
	if !ok {
		return
	}
	rows, width := s.product(rest), s.product(by)
	s.state(boogie.Fn(s.enc.Used.RowSign(), rows, width))
	if product := s.enc.Used.Times(rows, width); boogie.ExprString(product) != boogie.ExprString(s.product(b.Y)) {
		s.state(boogie.Eq(product, s.product(b.Y)))
	}
	for thread := 1; thread <= 2; thread++ {
		row := s.enc.Expr(kernel.Bin(kernel.Div, x, widened(by, x.Type())), thread)
		s.state(boogie.Fn(s.enc.Used.RowsApart(), row, rows, width))
		if s.enc.IsUniform(x) {
			return
		}
	}
}

// chain states that x / by is x / part / rest, where by is the product of the other two.
func (s *separation) chain(x, by, part, rest kernel.Expr) {
	whole, p, r := s.product(by), s.product(part), s.product(rest)
	product := arith.Sum("*", p, r)
	if !arith.IsConstant(part) && !arith.IsConstant(rest) {
		product = s.enc.Used.Times(p, r)
		s.state(boogie.Fn(s.enc.Used.RowSign(), p, r))
	}
	if boogie.ExprString(product) != boogie.ExprString(whole) {
		s.state(boogie.Eq(product, whole))
	}
	for thread := 1; thread <= 2; thread++ {
		if s.enc.IsUniform(x) {
			thread = 0
		}
		n := s.enc.Expr(x, thread)
		zero := boogie.I(0)
		s.state(boogie.Imp(
			boogie.And(boogie.Op("<=", zero, n), boogie.Op("<", zero, p), boogie.Op("<", zero, r)),
			boogie.Eq(s.enc.Used.Quotient(n, whole), s.enc.Used.Quotient(s.enc.Used.Quotient(n, p), r))))
		if thread == 0 {
			return
		}
	}
}
