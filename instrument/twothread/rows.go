package twothread

import (
	"fmt"
	"slices"

	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument/arith"
	"gv2/predicate"
	"gv2/predicate/fact"
)

// Row-major indices row * n + col with a symbolic n are nonlinear, and Z3 has no
// complete procedure for them: it may run without end. So the prover does not
// see such products. row * n is MUL(row, n), of which it knows that equal
// arguments give equal results, and what the program states: facts about
// integers, stated for the products that indices are made of.
//
//	ROWS_APART(x, y, n):  x < y && 0 < n  ==>  x * n + n <= y * n, and the same with x and y exchanged
//	PRODUCT_FITS(x, n):   x * n is below 2^63 if x and n have 32 bits and one of them is below 2^31
//	ROW_SIGN(x, n):       x * n is 0 for x == 0, at least n for x > 0, at most -n for x < 0
//	MUL(x, n) + MUL(y, n) == MUL(x + y, n), and the like
//	EUCLID(x, n):         x == x / n * n + x % n && 0 <= x % n < n, for x >= 0 and n > 0
//	x / (m * n) == x / m / n for x >= 0, m > 0 and n > 0, and other brackets of a product: see monomial.go
//
// They are theorems, so assuming them excludes nothing. What fails with MUL may
// hold with multiplication: Exact gives the functions their meaning.

// rows is what an index has of one factor: n rows of it, as in the 2 * k + 3 of
// 2 * k * n + 3 * n + col.
type rows struct {
	factor kernel.Expr // not divisible by a constant
	terms  []rowTerm
	units  int64 // bare multiples of the factor
}

// rowTerm is times * product, where the product is scale * row * rows.factor.
type rowTerm struct {
	arith.Product
	row          kernel.Expr
	times, scale int64
	// pure is set if the product is scale * row * rows.factor whatever the values are.
	pure bool
}

func (r *rows) key() string { return kernel.ExprString(r.factor) }

// divisor is the number that divides all of the rows.
func (r *rows) divisor() int64 {
	g := r.units
	for _, t := range r.terms {
		g = fact.GCD(g, t.times*t.scale)
	}
	return max(g, -g)
}

func (r *rows) text() string {
	text := fmt.Sprint(r.units)
	for _, t := range r.terms {
		text += fmt.Sprintf(" + %d * %s", t.times*t.scale, kernel.ExprString(t.row))
	}
	return text
}

// maxRows bounds how many rows of one factor are told apart.
const maxRows = 8

// factorRows are the rows that a program's indices have of one factor.
type factorRows struct {
	list []*rows
	unit int64 // what divides all of them
}

// surveyRows collects the rows in the indices of the program, by factor.
func (w *Writer) surveyRows(body []predicate.Stmt) {
	if !w.Enc.Mathematical() {
		return
	}
	predicate.EachDo(body, func(d *predicate.Do) {
		if acc, _, ok := AccessOf(d.Stmt); ok && w.Plan.of[acc.Array].Racy(w.Enc.Pair) {
			w.Rows.noteRows(acc.Index)
			w.Rows.noteBits(acc.Index)
		}
	})
}

// noteRows adds the rows of an index.
func (s *separation) noteRows(index kernel.Expr) {
	for _, r := range s.rowsIn(index) {
		known := s.rows[r.key()]
		if known == nil {
			known = &factorRows{}
			s.rows[r.key()] = known
		}
		known.unit = fact.GCD(known.unit, r.divisor())
		new := !slices.ContainsFunc(known.list, func(q *rows) bool { return q.text() == r.text() })
		if new && len(known.list) < maxRows {
			known.list = append(known.list, r)
		}
	}
}

// rowsIn are the rows of each factor in an index, and in the factors and rows
// themselves.
func (s *separation) rowsIn(index kernel.Expr) []*rows {
	var out []*rows
	done := map[string]bool{}
	var visit func(x kernel.Expr)
	visit = func(x kernel.Expr) {
		form := fact.LinearOf(x)
		for _, r := range s.rowsOf(form) {
			if text := r.key() + ": " + r.text(); !done[text] {
				done[text] = true
				out = append(out, r)
				if len(r.terms) > 1 {
					visit(r.sum())
				}
				for _, t := range r.terms {
					if len(r.terms) == 1 {
						visit(t.row)
					}
					visit(t.Factor)
				}
			}
		}
	}
	visit(s.undivided(index))
	return out
}

// rowsOf sorts the products in a linear form by their factors. Where both are
// sizes, either may be the length of rows.
func (s *separation) rowsOf(f *fact.Linear) []*rows {
	var out []*rows
	by := map[string]*rows{}
	add := func(p arith.Product, row, length kernel.Expr, times int64) {
		factor, scale := primitive(fact.LinearOf(length))
		key := kernel.ExprString(factor)
		if by[key] == nil {
			by[key] = &rows{factor: factor}
			by[key].units, _ = unitsOf(f, factor)
			out = append(out, by[key])
		}
		by[key].terms = append(by[key].terms, rowTerm{Product: p, row: row, times: times, scale: scale})
	}
	for _, t := range f.Atoms() {
		p, ok := s.enc.ProductOf(t.Atom)
		if !ok {
			continue
		}
		add(p, p.Row, p.Factor, t.Coef)
		if arith.IsLength(p.Row) && arith.IsLength(p.Factor) {
			add(p, p.Factor, p.Row, t.Coef)
		}
	}
	if r := s.commonRows(f); r != nil {
		switch known := by[r.key()]; {
		case known == nil:
			out = append(out, r)
		case len(known.terms) < len(r.terms):
			*known = *r
		}
	}
	return out
}

// sum is the number of rows as an expression.
func (r *rows) sum() kernel.Expr {
	var sum kernel.Expr = kernel.NewConst(kernel.I64, r.units)
	for _, t := range r.terms {
		sum = kernel.Bin(kernel.Add, sum, kernel.Bin(kernel.Mul, kernel.Widened(t.row), kernel.NewConst(kernel.I64, t.times*t.scale)))
	}
	return sum
}

// unitsOf is how often a bare factor that is a variable occurs in a linear form.
func unitsOf(f *fact.Linear, factor kernel.Expr) (n int64, ok bool) {
	t, ok := f.Terms[kernel.ExprString(stripWidening(factor))]
	if !ok {
		return 0, false
	}
	return t.Coef, true
}

// stripWidening drops conversions to integers that are no narrower.
func stripWidening(x kernel.Expr) kernel.Expr {
	for {
		c, ok := x.(*kernel.Convert)
		if !ok || c.X.Type().Kind != kernel.Int || c.T.Bits < c.X.Type().Bits {
			return x
		}
		x = c.X
	}
}

// primitive divides a linear form by the greatest constant that it is a multiple
// of, and returns both.
func primitive(f *fact.Linear) (x kernel.Expr, scale int64) {
	scale = f.Base
	for _, t := range f.Atoms() {
		scale = fact.GCD(scale, t.Coef)
	}
	scale = max(scale, -scale, 1)
	for _, t := range f.Atoms() {
		term := kernel.Fold(kernel.Bin(kernel.Mul, kernel.Widened(t.Atom), kernel.NewConst(kernel.I64, t.Coef/scale)))
		if x == nil {
			x = term
		} else {
			x = kernel.Bin(kernel.Add, x, term)
		}
	}
	if x == nil {
		return kernel.NewConst(kernel.I64, 1), f.Base
	}
	if f.Base != 0 {
		x = kernel.Bin(kernel.Add, x, kernel.NewConst(kernel.I64, f.Base/scale))
	}
	return x, scale
}

// Separate states the facts that tell the rows in an index from each other and
// from those in other indices, for both threads.
func (s *separation) Separate(index kernel.Expr) {
	if !s.enc.Mathematical() {
		return
	}
	s.whole(index)
	for _, r := range s.rowsIn(index) {
		known := s.rows[r.key()]
		if known == nil || known.unit == 0 {
			continue
		}
		s.add(r, known.unit)
		for _, q := range known.list {
			s.apart(r, q, known.unit)
			s.apart(q, r, known.unit)
		}
	}
	var divisions []*kernel.Binary
	kernel.WalkExpr(s.values.Expand(index), func(x kernel.Expr) bool {
		if b, ok := x.(*kernel.Binary); ok && (b.Op == kernel.Div || b.Op == kernel.Rem) && b.Type().Kind == kernel.Int {
			divisions = append(divisions, b)
			if !arith.IsConstant(b.Y) {
				s.divided(b)
			}
		}
		return true
	})
	s.chains(divisions)
	s.separateBits(index)
}

// separation states the facts that tell the rows in an index from each other and from
// those in other indices.
type separation struct {
	enc    *arith.Encoder
	text   *text
	values *predicate.Values
	// rows are those in the indices of the program, by factor.
	rows map[string]*factorRows
	// bits are bit operations in them.
	bits []*kernel.Binary
}

func newSeparation(enc *arith.Encoder, text *text, values *predicate.Values) *separation {
	return &separation{enc: enc, text: text, values: values, rows: map[string]*factorRows{}}
}

// state assumes a fact that does not stand already.
func (s *separation) state(fact boogie.Expr) {
	if text := boogie.ExprString(fact); s.text.stated[text] == nil {
		s.text.Emit(&boogie.Assume{E: fact})
		s.text.stated[text] = namesIn(fact)
	}
}

func (s *separation) operand(x kernel.Expr, t kernel.Type, thread int) boogie.Expr {
	if s.enc.IsUniform(x) {
		thread = 0
	}
	return s.enc.Unwrapped(x, t, thread)
}

// row is the number of rows for a thread, in units of so many; factor is the
// length of that many.
func (s *separation) row(r *rows, unit int64, thread int) boogie.Expr {
	var sum boogie.Expr
	for _, t := range r.terms {
		sum = plus(sum, times(t.times*t.scale/unit, s.operand(t.row, t.T, thread)))
	}
	if n := r.units / unit; n != 0 {
		sum = plus(sum, boogie.I(n))
	}
	return sum
}

func (s *separation) factor(r *rows, unit int64) boogie.Expr {
	return times(unit, s.operand(r.factor, kernel.I64, 0))
}

func times(n int64, x boogie.Expr) boogie.Expr {
	if n == 1 {
		return x
	}
	return boogie.Op("*", boogie.I(n), x)
}

func plus(x, y boogie.Expr) boogie.Expr {
	if x == nil {
		return y
	}
	return arith.Sum("+", x, y)
}

// add says that the products add up to rows, for both threads, and which sign
// they have.
func (s *separation) add(r *rows, unit int64) {
	if !s.enc.IsUniform(r.factor) {
		return
	}
	factor := s.factor(r, unit)
	for thread := 1; thread <= 2; thread++ {
		row := s.row(r, unit, thread)
		s.state(boogie.Fn(s.enc.Used.RowSign(), row, factor))
		var all boogie.Expr
		for _, t := range r.terms {
			p := t.Product
			x, n := s.operand(p.Row, p.T, thread), s.operand(p.Factor, p.T, thread)
			all = plus(all, times(t.times, s.enc.Used.Times(x, n)))
			if p.T == kernel.U64 { // as an index it is signed, and is cut unless it is known to be small
				s.state(boogie.Fn(s.enc.Used.ProductFits(), x, n))
			}
		}
		if r.units != 0 {
			all = plus(all, times(r.units, s.operand(r.factor, kernel.I64, 0)))
		}
		if !r.isProduct(unit) {
			s.state(boogie.Imp(s.scaled(r), boogie.Eq(s.enc.Used.Times(row, factor), all)))
		}
	}
}

// scaled says that the factors of the products are the multiples that they look
// like: a conversion may have changed them.
func (s *separation) scaled(r *rows) boogie.Expr {
	var all []boogie.Expr
	for _, t := range r.terms {
		if t.pure {
			continue
		}
		length := t.Product.Factor
		if t.row == length {
			length = t.Product.Row
		}
		is, looks := s.operand(length, t.T, 0), times(t.scale, s.operand(r.factor, kernel.I64, 0))
		if boogie.ExprString(is) != boogie.ExprString(looks) {
			all = append(all, boogie.Eq(is, looks))
		}
	}
	return boogie.And(all...)
}

// isProduct reports whether rows of that many units are a product as it stands.
func (r *rows) isProduct(unit int64) bool {
	t := r.terms[0]
	return len(r.terms) == 1 && r.units == 0 && t.times == 1 && t.scale == unit && t.row == t.Product.Row
}

// apart tells the rows that thread 1 has in p from those of thread 2 in q, if the
// factor is one for both.
func (s *separation) apart(p, q *rows, unit int64) {
	if !s.enc.IsUniform(p.factor) {
		return
	}
	x, y := s.row(p, unit, 1), s.row(q, unit, 2)
	if boogie.ExprString(x) != boogie.ExprString(y) {
		s.state(boogie.Fn(s.enc.Used.RowsApart(), x, y, s.factor(p, unit)))
	}
}

// divided states what division and remainder are.
func (s *separation) divided(b *kernel.Binary) {
	for thread := 1; thread <= 2; thread++ {
		if s.enc.IsUniform(b) {
			thread = 0
		}
		s.state(boogie.Fn(s.enc.Used.Euclid(), s.enc.Expr(b.X, thread), s.enc.Expr(b.Y, thread)))
		if thread == 0 {
			return
		}
	}
}
