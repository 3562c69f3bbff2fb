package twothread

import (
	"gv2/boogie"
	"gv2/frontend/kernel"
)

// Rows whose length a kernel has in bytes are divided by the size of an element where they are accessed:
//
//	size_t pitch = n * sizeof(float);   row = (i * pitch) / 4
//
// To the prover i * pitch is one product and i * n another. If pitch is 4 * n, the first is four times the second, and the
// quotient is i * n: so much is stated, and the rows of the index are those of n.

// quotient is x / by without a remainder, if x is a multiple of it by its form. It is for what rests on no more than that
// it might be so: conversions are taken for what they are where nothing overflows.
func quotient(x kernel.Expr, by int64) (q kernel.Expr, ok bool) {
	switch x := x.(type) {
	case *kernel.Const:
		return kernel.NewConst(x.T, x.Val/by), x.Val%by == 0
	case *kernel.Convert:
		if x.X.Type().Kind == kernel.Int && x.T.Bits >= x.X.Type().Bits {
			if q, ok := quotient(x.X, by); ok {
				return widened(q, x.T), true
			}
		}
	case *kernel.Binary:
		switch x.Op {
		case kernel.Add, kernel.Sub:
			if left, ok := quotient(x.X, by); ok {
				right, ok := quotient(x.Y, by)
				return kernel.Bin(x.Op, left, right), ok
			}
		case kernel.Mul:
			if q, ok := quotient(x.Y, by); ok {
				return kernel.Fold(kernel.Bin(kernel.Mul, x.X, q)), true
			}
			if q, ok := quotient(x.X, by); ok {
				return kernel.Fold(kernel.Bin(kernel.Mul, q, x.Y)), true
			}
		default:
			// Others are not known to be multiples.
		}
	default:
		// Others are not known to be multiples.
	}
	return x, false
}

// undivided is an index with the quotients in it that have no remainder, as products.
func (s *separation) undivided(index kernel.Expr) kernel.Expr {
	return kernel.MapExpr(s.values.Expand(index), func(e kernel.Expr) kernel.Expr {
		if x, by, is := byConstant(e); is {
			if q, ok := quotient(x, by); ok {
				return widened(q, e.Type())
			}
		}
		return e
	})
}

// byConstant reads x / by for a by above 1.
func byConstant(e kernel.Expr) (x kernel.Expr, by int64, is bool) {
	b, is := e.(*kernel.Binary)
	if !is || b.Op != kernel.Div || b.Type().Kind != kernel.Int {
		return nil, 0, false
	}
	c, is := b.Y.(*kernel.Const)
	if !is || c.Val < 2 {
		return nil, 0, false
	}
	return b.X, c.Val, true
}

// whole states for the quotients in an index, and in what its variables are set to, that products of multiples are multiples.
func (s *separation) whole(index kernel.Expr) {
	seen := map[*kernel.Var]bool{}
	var visit func(x kernel.Expr, by int64)
	visit = func(x kernel.Expr, by int64) {
		kernel.WalkExpr(x, func(e kernel.Expr) bool {
			if v, is := e.(*kernel.VarRef); is {
				if d := s.values.Definition(v.Var); d != nil && !seen[v.Var] {
					seen[v.Var] = true
					visit(d, by)
				}
				return false
			}
			if inner, n, is := byConstant(e); is {
				if _, ok := quotient(s.values.Expand(inner), n); ok {
					visit(inner, n)
				}
				return false
			}
			if by > 1 {
				s.multiple(e, by)
			}
			return true
		})
	}
	visit(index, 0)
}

// multiple states for a product of which a factor is a multiple that the product is one.
func (s *separation) multiple(e kernel.Expr, by int64) {
	p, ok := s.enc.ProductOf(e)
	if !ok {
		return
	}
	for _, side := range [2][2]kernel.Expr{{p.Factor, p.Row}, {p.Row, p.Factor}} {
		part, ok := quotient(s.values.Expand(side[0]), by)
		if !ok {
			continue
		}
		other := s.values.Expand(side[1])
		product := kernel.Fold(kernel.Bin(kernel.Mul, widened(other, p.T), widened(part, p.T)))
		for thread := 1; thread <= 2; thread++ {
			factor, row := s.operand(side[0], p.T, thread), s.operand(side[1], p.T, thread)
			is := boogie.And(
				boogie.Eq(factor, times(by, s.operand(part, p.T, thread))),
				boogie.Eq(row, s.operand(other, p.T, thread)))
			s.state(boogie.Imp(is, boogie.Eq(s.enc.Used.Times(s.operand(p.Row, p.T, thread), s.operand(p.Factor, p.T, thread)), times(by, s.operand(product, p.T, thread)))))
		}
		return
	}
}
