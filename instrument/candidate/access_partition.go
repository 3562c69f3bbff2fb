package candidate

import (
	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument/arith"
	"gv2/predicate/fact"
)

// accessPartitionRule: where an offset is a part that the loop does not change
// plus a part of known range, as in row * 8 + (key & 7), every access stays
// within that range of the fixed part.
var accessPartitionRule = rule{"access-partition", func(l *Loop) []boogie.Expr {
	var out []boogie.Expr
	if !l.Enc.Mathematical() {
		return nil
	}
	for _, a := range l.Accesses {
		if a.Wide {
			continue
		}
		fixed, rest := l.split(fact.LinearOf(l.of.Expand(a.Index)))
		if rest.Lo <= -farAway || rest.Hi >= farAway || rest.Lo == rest.Hi || fixed == nil {
			continue
		}
		base := l.Enc.Expr(fixed, 1)
		low := boogie.Op("<=", shifted(base, rest.Lo), l.offsetOf(a))
		high := boogie.Op("<=", l.offsetOf(a), shifted(base, rest.Hi))
		out = append(out, l.logged(a, low), l.logged(a, high))
	}
	return out
}}

// farAway is where a range tells no more than the type.
const farAway = 1<<31 - 1

func shifted(x boogie.Expr, by int64) boogie.Expr {
	if by == 0 {
		return x
	}
	return arith.Sum("+", x, boogie.I(by))
}

// split separates a linear form into the sum of its terms that the loop leaves
// alone, constant included, and the range of the others. The sum is nil if there
// is nothing in it.
func (l *Loop) split(f *fact.Linear) (fixed kernel.Expr, rest fact.Interval) {
	rest = fact.Span(0, 0)
	for _, t := range f.Atoms() {
		coef := fact.Span(t.Coef, t.Coef)
		if !l.Fixed(t.Atom) {
			rest = rest.Add(l.Enc.Ranges.Of(t.Atom).Mul(coef))
			continue
		}
		term := kernel.Widened(t.Atom)
		if t.Coef != 1 {
			term = kernel.Bin(kernel.Mul, term, kernel.NewConst(kernel.I64, t.Coef))
		}
		if fixed == nil {
			fixed = term
		} else {
			fixed = kernel.Bin(kernel.Add, fixed, term)
		}
	}
	if fixed != nil && f.Base != 0 {
		fixed = kernel.Bin(kernel.Add, fixed, kernel.NewConst(kernel.I64, f.Base))
	}
	return fixed, rest
}
