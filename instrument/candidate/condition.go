package candidate

import (
	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument/arith"
	"gv2/instrument/key"
	"gv2/predicate/fact"
)

// both is the fact for both threads, once where it is uniform.
func (l *Loop) both(x kernel.Expr) boogie.Expr {
	if l.Enc.IsUniform(x) {
		return l.Enc.Expr(x, 0)
	}
	return boogie.And(l.Enc.Expr(x, 1), l.Enc.Expr(x, 2))
}

// logged says: if this access is logged then fact.
func (l *Loop) logged(a Access, fact boogie.Expr) boogie.Expr {
	is := boogie.V(a.log())
	if len(l.sitesOf(a)) > 1 {
		source := boogie.V(key.SourceName(a.Kind, a.Array))
		is = boogie.And(is, boogie.Eq(source, boogie.I(int64(a.Site))))
	}
	return boogie.Imp(is, fact)
}

// offsetOf is the element that the log of the access holds.
func (l *Loop) offsetOf(a Access) boogie.Expr {
	return boogie.V(key.OffsetName(a.Kind, a.Array))
}

// fixedBut reports whether x reads nothing that the loop changes but for the
// variables in with.
func (l *Loop) fixedBut(x kernel.Expr, with map[*kernel.Var]kernel.Expr) bool {
	return l.Fixed(fact.Replaced(x, with))
}

// bothBoogie is a fact about v for both threads, once where v is uniform.
func (l *Loop) bothBoogie(v *kernel.Var, fact func(thread int) boogie.Expr) boogie.Expr {
	if l.Enc.Uniform[v] {
		return fact(0)
	}
	return boogie.And(fact(1), fact(2))
}

// congruent says that x and y differ by a multiple of m.
func (l *Loop) congruent(x, y kernel.Expr, m int64, thread int) boogie.Expr {
	return l.CongruentTo(l.Enc.Expr(x, thread), l.Enc.Expr(y, thread), x.Type(), m)
}

// CongruentTo says that values of type t differ by a multiple of m.
func (l *Loop) CongruentTo(x, y boogie.Expr, t kernel.Type, m int64) boogie.Expr {
	if l.Enc.Mathematical() {
		return boogie.Eq(boogie.Op("mod", boogie.Op("-", x, y), boogie.I(m)), boogie.I(0))
	}
	diff := l.Enc.Used.BV("sub", t.Bits, x, y)
	if m&(m-1) == 0 {
		return boogie.Eq(l.Enc.Used.BV("and", t.Bits, diff, arith.BVConst(m-1, t.Bits)), arith.BVConst(0, t.Bits))
	}
	return boogie.Eq(l.Enc.Used.BV("srem", t.Bits, diff, arith.BVConst(m, t.Bits)), arith.BVConst(0, t.Bits))
}
