package vc

import (
	"cmp"
	"math/big"
	"slices"
	"strconv"
)

// A program may have functions without a body that stand for products, quotients and
// remainders of integers (Options.Operators), because solvers have no complete procedure for
// these and may run without end. What is shown of such a program is shown for whatever
// functions they are, so it may be assumed of them what is true of the operations. The facts
// here are instances of theorems for the products that a condition has, chosen as by
// incremental linearisation (Cimatti, Griggio, Irfan, Roveri, Sebastiani: Incremental
// Linearization for Satisfiability and Verification Modulo Nonlinear Arithmetic, TOCL 2018),
// but stated at once:
//
//   - products do not depend on the order of their factors;
//   - a product is 0 if a factor is, and at least as large as a factor if the rest is
//     positive;
//   - c * a + c <= c * b for positive c and a < b, for products with a common factor c: rows
//     of length c do not overlap, and stay within as many of them as there are;
//   - q * n <= x < q * n + n for q = x / n and positive n.
//
// So i * s0 + j * s1 is another number for another (i, j) where i < n and n * s0 <= s1.

// The limits of what is stated.
const (
	mostMonomials = 60
	mostPairs     = 400
	mostFactors   = 6
)

// monomial is a product of terms that are no products.
type monomial struct {
	factors []*term // in the order of their numbers
	term    *term   // the product in that order
}

// products states the facts for one condition.
type products struct {
	m             *Module
	t             *table
	mul, div, mod string // the functions as the solver has them; "" for none
	monomials     []*monomial
	known         map[string]*monomial
	facts         []*term
	stated        map[*term]bool
	quotients     int
	// hiding are the macros with an operation in their bodies.
	hiding map[string]*function
}

// productFacts are the facts for the operations below roots.
func (c *Condition) productFacts(roots []*term) []*term {
	p := &products{m: c.m, t: c.t, known: map[string]*monomial{}, stated: map[*term]bool{}, hiding: map[string]*function{}}
	for name, op := range c.m.opts.Operators {
		f := c.m.funcs[name]
		if f == nil || f.decl.Body != nil {
			continue
		}
		switch op {
		case "*":
			p.mul = f.op
		case "div":
			p.div = f.op
		case "mod":
			p.mod = f.op
		}
	}
	if p.mul == "" {
		return nil
	}
	p.findHiding()
	p.survey(roots)
	found := slices.Clone(p.monomials)
	for _, m := range found {
		p.signs(m)
	}
	pairs := 0
	for i, x := range found {
		for _, y := range found[:i] {
			if pairs < mostPairs && p.pair(x, y) {
				pairs++
			}
		}
	}
	return p.facts
}

// findHiding finds the macros that use an operation, in their own text or by another one.
func (p *products) findHiding() {
	ops := map[string]bool{}
	for name := range p.m.opts.Operators {
		ops[name] = true
	}
	for grew := true; grew; {
		grew = false
		for name, f := range p.m.funcs {
			if !ops[name] && f.macro && usesOne(f.decl, ops) {
				ops[name], p.hiding[f.op], grew = true, f, true
			}
		}
	}
}

// survey notes the operations below roots, those in the bodies of macros included.
func (p *products) survey(roots []*term) {
	seen := map[*term]bool{}
	var list []*term
	for len(roots) > 0 {
		terms, _ := reached(roots)
		roots = nil
		for _, x := range terms {
			if seen[x] {
				continue
			}
			seen[x] = true
			if x.open {
				continue
			}
			list = append(list, x)
			if f := p.hiding[x.op]; f != nil {
				if body := p.body(f, x.args); body != nil {
					roots = append(roots, body)
				}
			}
		}
	}
	slices.SortFunc(list, func(x, y *term) int { return cmp.Compare(x.id, y.id) })
	for _, x := range list {
		if x.op == p.mul {
			p.product(x)
		}
	}
	for _, x := range list {
		// Division of C is that of the absolute values; the negative ones matter little.
		if (x.op == p.div || x.op == p.mod) && (x.args[0].op != "-" || len(x.args[0].args) != 1) {
			p.quotient(x.args[0], x.args[1])
		}
	}
}

// body is what a macro stands for.
func (p *products) body(f *function, args []*term) *term {
	bound := map[string]*term{}
	for i, v := range f.decl.Params {
		bound[v.Name] = args[i]
	}
	x, err := (&scope{m: p.m, t: p.t, bound: bound}).expr(f.decl.Body)
	if err != nil {
		return nil
	}
	return x
}

// product notes x and that its factors may stand in any order.
func (p *products) product(x *term) {
	factors := p.factorsOf(x)
	if len(factors) > mostFactors || slices.ContainsFunc(factors, func(f *term) bool { return f.op == opInt }) {
		return
	}
	if m := p.monomial(factors); m != nil && m.term != x {
		p.state(p.t.equal(x, m.term))
	}
}

func (p *products) factorsOf(x *term) []*term {
	if x.op != p.mul {
		return []*term{x}
	}
	return append(p.factorsOf(x.args[0]), p.factorsOf(x.args[1])...)
}

// monomial is the one of these factors; nil if there are too many already.
func (p *products) monomial(factors []*term) *monomial {
	factors = slices.Clone(factors)
	slices.SortFunc(factors, func(x, y *term) int { return cmp.Compare(x.id, y.id) })
	key := ""
	for _, f := range factors {
		key += strconv.Itoa(f.id) + " "
	}
	if m := p.known[key]; m != nil {
		return m
	}
	if len(p.known) >= mostMonomials && len(factors) > 1 {
		return nil
	}
	m := &monomial{factors: factors, term: p.canonical(factors)}
	p.known[key] = m
	if len(factors) > 1 {
		p.monomials = append(p.monomials, m)
	}
	return m
}

func (p *products) canonical(factors []*term) *term {
	if len(factors) == 0 {
		return p.t.integer(big.NewInt(1))
	}
	x := factors[0]
	for _, f := range factors[1:] {
		x = p.t.apply(p.mul, intSort, x, f)
	}
	return x
}

func (p *products) state(x *term) {
	if x != p.t.yes && !p.stated[x] {
		p.stated[x] = true
		p.facts = append(p.facts, x)
	}
}

func (p *products) positive(x *term) *term {
	return p.t.compare("<", p.t.integer(new(big.Int)), x)
}

// signs states how a product compares with 0 and its factors: the last one, and the rest, of
// which it states the same.
func (p *products) signs(m *monomial) {
	last := len(m.factors) - 1
	rest, b := p.monomial(m.factors[:last]), m.factors[last]
	if rest == nil {
		return
	}
	a, t, zero := rest.term, p.t, p.t.integer(new(big.Int))
	p.state(t.implies(t.or(t.equal(a, zero), t.equal(b, zero)), t.equal(m.term, zero)))
	p.state(t.implies(t.and(p.positive(a), p.positive(b)), t.and(t.compare("<=", a, m.term), t.compare("<=", b, m.term))))
	p.state(t.implies(t.and(p.positive(a), t.compare("<", b, zero)), t.compare("<=", t.arithmetic("+", m.term, a), zero)))
	p.state(t.implies(t.and(p.positive(b), t.compare("<", a, zero)), t.compare("<=", t.arithmetic("+", m.term, b), zero)))
	if last > 1 {
		p.signs(rest)
	}
}

// pair states how two products with common factors compare, and reports whether they have
// any.
func (p *products) pair(x, y *monomial) bool {
	common, a, b := split(x.factors, y.factors)
	if len(common) == 0 || len(a) > 1 && len(b) > 1 {
		return false
	}
	// A row of the program is compared with others, lengths are mostly not: x * n with x * m.
	if p.constant(a) && p.constant(b) && !p.constant(common) {
		return false
	}
	c, t := p.canonical(common), p.t
	left, right := p.canonical(a), p.canonical(b)
	if len(common) > 1 {
		if m := p.monomial(common); m != nil {
			p.signs(m)
		}
	}
	below := func(a, b *term, x, y *monomial) *term {
		return t.implies(t.and(p.positive(c), t.compare("<", a, b)), t.compare("<=", t.arithmetic("+", x.term, c), y.term))
	}
	p.state(below(left, right, x, y))
	p.state(below(right, left, y, x))
	p.state(t.implies(t.equal(left, right), t.equal(x.term, y.term)))
	return true
}

// constant reports whether the terms are constants of the program.
func (p *products) constant(xs []*term) bool {
	return !slices.ContainsFunc(xs, func(x *term) bool { return x.op != opSymbol || !p.m.constant(x.text) })
}

// split parts what two lists in the order of numbers have in common from the rest of each.
func split(xs, ys []*term) (common, a, b []*term) {
	for len(xs) > 0 && len(ys) > 0 {
		switch {
		case xs[0] == ys[0]:
			common, xs, ys = append(common, xs[0]), xs[1:], ys[1:]
		case xs[0].id < ys[0].id:
			a, xs = append(a, xs[0]), xs[1:]
		default:
			b, ys = append(b, ys[0]), ys[1:]
		}
	}
	return common, append(a, xs...), append(b, ys...)
}

// quotient states what x / n and x % n are.
func (p *products) quotient(x, n *term) {
	t := p.t
	q := t.symbol("q!"+strconv.Itoa(p.quotients), intSort)
	if p.div != "" {
		q = t.apply(p.div, intSort, x, n)
	}
	key := "/" + strconv.Itoa(x.id) + " " + strconv.Itoa(n.id)
	if p.known[key] != nil {
		return
	}
	p.known[key] = &monomial{}
	p.quotients++
	product := t.apply(p.mul, intSort, q, n)
	p.product(product)
	r := t.arithmetic("-", x, product)
	if p.mod != "" {
		p.state(t.implies(p.positive(n), t.equal(t.apply(p.mod, intSort, x, n), r)))
	}
	zero := t.integer(new(big.Int))
	p.state(t.implies(p.positive(n), t.and(t.compare("<=", zero, r), t.compare("<", r, n))))
	p.state(t.implies(t.and(p.positive(n), t.compare("<=", zero, x)), t.and(t.compare("<=", zero, q), t.compare("<=", q, x))))
}
