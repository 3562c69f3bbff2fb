package layout

import (
	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// bound says that a sum of what differs between threads is below a sum of what does not.
type bound struct{ below, limit Polynomial }

// stated are the bounds that a condition states where it holds, or does not.
func (s *survey) stated(g kernel.Expr, holds bool) []bound {
	switch g := g.(type) {
	case *kernel.Unary:
		if g.Op == kernel.Not {
			return s.stated(g.X, !holds)
		}
	case *kernel.Convert:
		return s.stated(g.X, holds)
	case *kernel.VarRef:
		if holds {
			return s.flags[g.Var]
		}
	case *kernel.Binary:
		zero := func(e kernel.Expr) bool {
			c, is := e.(*kernel.Const)
			return is && c.Val == 0
		}
		switch {
		case g.Op == kernel.LAnd && holds, g.Op == kernel.LOr && !holds, g.Op == kernel.And && holds:
			return append(s.stated(g.X, holds), s.stated(g.Y, holds)...)
		case g.Op == kernel.Ne && zero(g.Y) && holds, g.Op == kernel.Eq && zero(g.Y) && !holds:
			if stated := s.stated(g.X, true); len(stated) > 0 {
				return stated
			}
			return s.compared(nil, g, holds)
		case g.X.Type().Kind == kernel.Int && g.Op.IsComparison():
			return s.compared(nil, g, holds)
		}
	default:
		// Others bound nothing.
	}
	return nil
}

// compared adds the bound that a comparison states.
func (s *survey) compared(out []bound, b *kernel.Binary, holds bool) []bound {
	x, y := s.of(b.X), s.of(b.Y)
	op := b.Op
	if !holds {
		switch op {
		case kernel.Lt:
			op = kernel.Ge
		case kernel.Le:
			op = kernel.Gt
		case kernel.Gt:
			op = kernel.Le
		case kernel.Ge:
			op = kernel.Lt
		case kernel.Ne:
			op = kernel.Eq
		default:
			return out
		}
	}
	switch op {
	case kernel.Gt:
		x, y, op = y, x, kernel.Lt
	case kernel.Ge:
		x, y, op = y, x, kernel.Le
	default:
		// Others stand that way round already, or bound nothing.
	}
	more := int64(0)
	switch op {
	case kernel.Lt:
	case kernel.Le, kernel.Eq:
		more = 1
	default:
		return out
	}
	// x < y + more: what differs between threads goes to the left.
	below, limit := Number(0), Number(more)
	for _, p := range y.plus(x, -1).Products() {
		if varies(p) {
			below = below.plus(polynomialOf(p), -1)
		} else {
			limit = limit.plus(polynomialOf(p), 1)
		}
	}
	return append(out, bound{below, limit})
}

func varies(p *Product) bool {
	for _, a := range p.Atoms {
		if !Uniform(a) {
			return true
		}
	}
	return false
}

// extents are the limits below which the sum stays, as far as they are known.
func (s *survey) extents(along Polynomial, bounds []bound) []Extent {
	if n, constant := along.Const(); constant {
		return []Extent{{Below: Number(n + 1)}}
	}
	base := int64(0)
	if c := along.terms[""]; c != nil {
		base = c.Times
	}
	moving := along.plus(Number(base), -1)
	var out []Extent
	seen := map[string]bool{}
	enter := func(p Polynomial, whole int64) {
		if !seen[p.Text()] {
			seen[p.Text()] = true
			out = append(out, Extent{p, whole})
		}
	}
	apart := int64(0)
	for _, p := range moving.terms {
		apart = fact.GCD(apart, p.Times)
	}
	for _, b := range bounds {
		if base > 0 && base < apart && b.below.Equals(moving) {
			enter(b.limit, apart)
		}
		if p, ok := s.scaled(moving, base, b, bounds); ok {
			enter(p, 0)
		}
		if p, ok := s.behind(moving, base, b, bounds); ok {
			enter(p, 0)
		}
	}
	if by, is := s.remainder(moving); is && base == 0 {
		enter(by, 0)
	}
	if p, ok := s.sum(moving, base, bounds); ok {
		enter(p, 0)
	}
	return out
}

// scaled bounds moving + base where it is times * x + rest for the x of a bound.
func (s *survey) scaled(moving Polynomial, base int64, b bound, bounds []bound) (Polynomial, bool) {
	first := b.below.Products()
	if len(first) == 0 || moving.terms[first[0].key()] == nil {
		return moving, false
	}
	times := moving.terms[first[0].key()].Times / first[0].Times
	rest := moving.plus(b.below, -times)
	if times <= 0 || len(rest.terms)+len(first) != len(moving.terms) {
		return moving, false
	}
	within, ok := s.sum(rest, base, bounds)
	if !ok {
		return moving, false
	}
	if n, constant := within.Const(); constant && n >= 0 && n <= times {
		return b.limit.times(Number(times)), true
	}
	return b.limit.plus(Number(1), -1).times(Number(times)).plus(within, 1), true
}

// behind bounds moving + base where a bound says that moving is below what differs between threads as
// well: x < y + n with y < m makes x < m - 1 + n.
func (s *survey) behind(moving Polynomial, base int64, b bound, bounds []bound) (Polynomial, bool) {
	rest := moving.plus(b.below, -1)
	if len(rest.terms) == 0 || len(rest.terms)+len(moving.terms) != len(b.below.terms) {
		return moving, false
	}
	most, ok := s.sum(rest, 0, bounds)
	if !ok {
		return moving, false
	}
	return most.plus(Number(1), -1).plus(b.limit, 1).plus(Number(base), 1), true
}

// sum bounds a sum by its parts: 16 * x + 3 with x < w by 16 * w, as if lines were whole.
func (s *survey) sum(moving Polynomial, base int64, bounds []bound) (Polynomial, bool) {
	largest := Number(0)
	most, only := int64(0), Number(0)
	for _, p := range moving.Products() {
		if p.Times < 0 || len(p.Atoms) != 1 {
			return largest, false
		}
		limit, ok := s.atom(p.Atoms[0], bounds)
		if !ok {
			return largest, false
		}
		if p.Times > most {
			most, only = p.Times, limit.times(Number(p.Times))
		}
		largest = largest.plus(limit.plus(Number(1), -1), p.Times)
	}
	if len(moving.terms) == 1 && base < most && base >= 0 {
		return only, true
	}
	return largest.plus(Number(base+1), 1), true
}

// atom bounds a coordinate.
func (s *survey) atom(a kernel.Expr, bounds []bound) (Polynomial, bool) {
	for _, b := range bounds {
		if b.below.Equals(atom(a)) {
			return b.limit, true
		}
	}
	text := kernel.ExprString(a)
	if m, is := s.remainders[text]; is {
		return m, true
	}
	if s.bounding[text] {
		return Number(0), false
	}
	s.bounding[text] = true
	defer delete(s.bounding, text)
	if q, is := s.parts[text]; is {
		return s.partBelow(q, bounds)
	}
	switch a := a.(type) {
	case *kernel.Builtin:
		return s.builtin(a)
	case *kernel.Binary:
		switch a.Op {
		case kernel.And:
			if c, is := a.Y.(*kernel.Const); is && c.Val >= 0 {
				return Number(c.Val + 1), true
			}
		case kernel.Shr:
			if c, is := a.Y.(*kernel.Const); is && c.Val >= 0 && c.Val < 31 {
				return s.partBelow(part{s.of(a.X), Number(1 << c.Val), kernel.Div}, bounds)
			}
		default:
			// Others are not bounded.
		}
	default:
		// Others are not bounded.
	}
	return Number(0), false
}

// partBelow bounds a quotient or a remainder.
func (s *survey) partBelow(q part, bounds []bound) (Polynomial, bool) {
	if q.op == kernel.Rem {
		return q.y, true
	}
	if m := q.y.single(); m != nil {
		for _, limit := range s.extents(q.x, bounds) {
			if p, ok := limit.Below.dividedBy(m); ok {
				return p, true
			}
		}
	}
	return Number(0), false
}

// builtin bounds threadIdx and blockIdx.
func (s *survey) builtin(b *kernel.Builtin) (Polynomial, bool) {
	size := kernel.BlockDim
	if b.Kind == kernel.BlockIdx {
		size = kernel.GridDim
	}
	return s.of(s.k.Launch.Size(size, b.Dim)), true
}
