package rewrite

import (
	"maps"
	"slices"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// Quotients takes the whole part out of quotients and remainders of indices, with 256 threads a block
//
//	(blockIdx.x * 256 + threadIdx.x) / 32   becomes   blockIdx.x * 8 + threadIdx.x / 32
//	(blockIdx.x * 256 + threadIdx.x) % 32   becomes   threadIdx.x % 32
//	gridDim.x * 256 / 32                    becomes   gridDim.x * 8
//	w := 12; n * w                          becomes   n * 12
//
// in which a counter of warps that goes from the first to the next by the second is one whose steps have
// a known divisor. What is divided is a sum of multiples of built-ins, of which each part fits its type for
// all sizes that the launch can have (fact.Ranges), and is not negative: so the result is the same whatever
// integers are.
func Quotients(k *kernel.Kernel, notes *fact.Notes) *kernel.Kernel {
	q := &quotients{ranges: fact.NewRanges(k), notes: notes}
	body := q.block(k.Body, map[*kernel.Var]*sum{})
	if !q.found {
		return k
	}
	c := *k
	c.Body = body
	return &c
}

type quotients struct {
	ranges *fact.Ranges
	notes  *fact.Notes
	found  bool
}

// sum is a sum of multiples of built-ins and a constant, whose value an expression has in every thread.
type sum struct {
	terms []multiple
	base  int64
}

type multiple struct {
	of   kernel.Builtin
	coef int64
}

// block is a list with its quotients taken apart; known are the values of variables that nothing but a
// statement before it sets.
func (q *quotients) block(list []kernel.Stmt, known map[*kernel.Var]*sum) []kernel.Stmt {
	known = maps.Clone(known)
	out := make([]kernel.Stmt, len(list))
	for i, s := range list {
		if _, is := s.(*kernel.Loop); is {
			forget(known, []kernel.Stmt{s}) // an iteration before may have set it, in whichever of its lists
		}
		inner := kernel.MapBlocks(s, func(list []kernel.Stmt) []kernel.Stmt { return q.block(list, known) })
		at := maps.Clone(known)
		forget(known, []kernel.Stmt{s})
		out[i] = kernel.MapExprs(inner, func(e kernel.Expr) kernel.Expr { return q.expr(e, at) })
		q.notes.Copied(s, out[i])
		if a, is := s.(*kernel.Assign); is && !a.Dst.Param {
			if f := q.sum(a.X, known); f != nil {
				known[a.Dst] = f
			}
		}
	}
	return out
}

// forget drops the variables that the statements set.
func forget(known map[*kernel.Var]*sum, list []kernel.Stmt) {
	kernel.Walk(list, func(s kernel.Stmt) bool {
		delete(known, kernel.Assigned(s))
		return true
	})
}

// expr is e with the whole parts of its quotients taken out.
func (q *quotients) expr(e kernel.Expr, known map[*kernel.Var]*sum) kernel.Expr {
	return kernel.MapExpr(e, func(e kernel.Expr) kernel.Expr {
		e = q.factors(e, known)
		b, is := e.(*kernel.Binary)
		if !is || !b.Type().IsInt() {
			return e
		}
		by, quotient, ok := divided(b)
		if !ok {
			return e
		}
		f := q.sum(b.X, known)
		if f == nil {
			return e
		}
		whole, rest := f.apart(by)
		if len(whole.terms) == 0 || q.span(f).Lo < 0 || q.span(rest).Lo < 0 {
			return e
		}
		t := b.Type()
		left := rest.expr(t)
		switch small := q.span(rest).Hi < by; {
		case quotient && small:
			left = nil
		case quotient:
			left = kernel.Bin(kernel.Div, left, kernel.NewConst(t, by))
		case !small:
			left = kernel.Bin(kernel.Rem, left, kernel.NewConst(t, by))
		}
		q.found = true
		switch {
		case !quotient:
			return left
		case left == nil:
			return whole.expr(t)
		default:
			return kernel.Bin(kernel.Add, whole.expr(t), left)
		}
	})
}

// factors is a product, quotient or remainder with the constant in the place of a variable that is one.
func (q *quotients) factors(e kernel.Expr, known map[*kernel.Var]*sum) kernel.Expr {
	b, is := e.(*kernel.Binary)
	if !is || !b.Type().IsInt() || b.Op != kernel.Mul && b.Op != kernel.Div && b.Op != kernel.Rem {
		return e
	}
	constant := func(e kernel.Expr) kernel.Expr {
		if _, is := kernel.StripIntegerCasts(e).(*kernel.VarRef); !is {
			return e
		}
		f := q.sum(e, known)
		if f == nil || len(f.terms) > 0 || f.base == 0 {
			return e
		}
		q.found = true
		return kernel.NewConst(e.Type(), f.base)
	}
	if x, y := constant(b.X), constant(b.Y); x != b.X || y != b.Y {
		return kernel.FoldNode(kernel.Bin(b.Op, x, y))
	}
	return e
}

// divided says by which positive constant b divides, and whether its value is the quotient or the remainder
// where what it divides is not negative.
func divided(b *kernel.Binary) (by int64, quotient, ok bool) {
	c, is := b.Y.(*kernel.Const)
	if !is {
		return 0, false, false
	}
	switch v := c.Val; b.Op {
	case kernel.Div, kernel.Rem:
		return v, b.Op == kernel.Div, v > 1
	case kernel.Shr:
		return 1 << (v & 31), true, 0 < v && v < 31
	case kernel.And:
		return v + 1, false, v > 0 && v < 1<<31 && v&(v+1) == 0
	}
	return 0, false, false
}

// sum is the value of e as a sum of multiples of built-ins, nil if it is none or a part of it may not fit
// its type.
func (q *quotients) sum(e kernel.Expr, known map[*kernel.Var]*sum) *sum {
	if !e.Type().IsInt() {
		return nil
	}
	f := q.parts(e, known)
	if f == nil || !q.span(f).Within(fact.TypeRange(e.Type())) {
		return nil
	}
	return f
}

func (q *quotients) parts(e kernel.Expr, known map[*kernel.Var]*sum) *sum {
	switch e := e.(type) {
	case *kernel.Const:
		if e.Val < -1<<31 || e.Val > 1<<31 {
			return nil
		}
		return &sum{base: e.Val}
	case *kernel.Builtin:
		return &sum{terms: []multiple{{*e, 1}}}
	case *kernel.VarRef:
		return known[e.Var]
	case *kernel.Convert:
		return q.sum(e.X, known)
	case *kernel.Binary:
		x, y := q.sum(e.X, known), q.sum(e.Y, known)
		if x == nil || y == nil {
			return nil
		}
		switch e.Op {
		case kernel.Add:
			return x.plus(y, 1)
		case kernel.Sub:
			return x.plus(y, -1)
		case kernel.Mul:
			if len(x.terms) == 0 {
				x, y = y, x
			}
			if len(y.terms) == 0 {
				return (&sum{}).plus(x, y.base)
			}
		case kernel.Shl:
			if len(y.terms) == 0 && y.base >= 0 && y.base < 31 {
				return (&sum{}).plus(x, 1<<y.base)
			}
		}
	default:
		// Others depend on more than where a thread is.
	}
	return nil
}

// plus is f and by times g.
func (f *sum) plus(g *sum, by int64) *sum {
	out := &sum{terms: slices.Clone(f.terms), base: f.base + by*g.base}
	for _, t := range g.terms {
		i := slices.IndexFunc(out.terms, func(o multiple) bool { return o.of == t.of })
		if i < 0 {
			out.terms = append(out.terms, multiple{t.of, by * t.coef})
		} else {
			out.terms[i].coef += by * t.coef
		}
	}
	return out
}

// span are the values that f may have.
func (q *quotients) span(f *sum) fact.Interval {
	out := fact.Span(f.base, f.base)
	for _, t := range f.terms {
		out = out.Add(q.ranges.Of(&t.of).Mul(fact.Span(t.coef, t.coef)))
	}
	return out
}

// apart is f as by times the whole part, and the rest.
func (f *sum) apart(by int64) (whole, rest *sum) {
	whole, rest = &sum{}, &sum{}
	for _, t := range f.terms {
		switch {
		case t.coef == 0:
		case t.coef > 0 && t.coef%by == 0:
			whole.terms = append(whole.terms, multiple{t.of, t.coef / by})
		default:
			rest.terms = append(rest.terms, t)
		}
	}
	if f.base >= 0 {
		whole.base, rest.base = f.base/by, f.base%by
	} else {
		rest.base = f.base
	}
	return whole, rest
}

// expr is f as an expression of type t.
func (f *sum) expr(t kernel.Type) kernel.Expr {
	var out kernel.Expr
	for _, m := range f.terms {
		var x kernel.Expr = &kernel.Builtin{Kind: m.of.Kind, Dim: m.of.Dim}
		if x.Type() != t {
			x = &kernel.Convert{T: t, X: x}
		}
		if m.coef != 1 {
			x = kernel.Bin(kernel.Mul, x, kernel.NewConst(t, m.coef))
		}
		if out == nil {
			out = x
		} else {
			out = kernel.Bin(kernel.Add, out, x)
		}
	}
	switch {
	case out == nil:
		return kernel.NewConst(t, f.base)
	case f.base != 0:
		return kernel.Bin(kernel.Add, out, kernel.NewConst(t, f.base))
	}
	return out
}
