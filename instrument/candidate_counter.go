package instrument

import (
	"gv2/boogie"
	"gv2/frontend/kernel"
)

// counterBoundRule: a counter stays on the side of its start that its step leads
// to.
var counterBoundRule = rule{"counter-bound", func(l *loopContext) []boogie.Expr {
	var out []boogie.Expr
	for _, c := range l.counters {
		switch {
		case c.by != nil || c.op == kernel.Add && c.step > 0 || c.op == kernel.Mul:
			out = append(out, l.both(bin(kernel.Le, ref(c.start), ref(c.v))))
		default:
			out = append(out, l.both(bin(kernel.Le, ref(c.v), ref(c.start))))
		}
	}
	return out
}}

// counterStrideRule: a counter is congruent to its start modulo its step.
var counterStrideRule = rule{"counter-stride", func(l *loopContext) []boogie.Expr {
	var out []boogie.Expr
	for _, c := range l.counters {
		step := c.step
		if step < 0 {
			step = -step
		}
		if c.op != kernel.Add || c.by != nil || step == 1 {
			continue
		}
		out = append(out, l.bothBoogie(c.v, func(thread int) boogie.Expr {
			return l.congruent(ref(c.v), ref(c.start), step, thread)
		}))
	}
	return out
}}

// counterGuardRule: a counter passes its guard's limit by less than a step: in
// for (i = s; i < n; i += c), i < n + c or i is still s.
var counterGuardRule = rule{"counter-guard", func(l *loopContext) []boogie.Expr {
	var out []boogie.Expr
	for _, cond := range conjuncts(l.stmt.Loop.Cond) {
		b, ok := cond.(*kernel.Binary)
		if !ok || !b.Op.IsComparison() {
			continue
		}
		for _, c := range l.counters {
			if c.op == kernel.Add && c.by == nil {
				out = append(out, l.guardLimits(c, b)...)
			}
		}
	}
	return out
}}

// mirrored is the comparison with its operands exchanged.
var mirrored = map[kernel.BinaryOp]kernel.BinaryOp{
	kernel.Lt: kernel.Gt, kernel.Le: kernel.Ge, kernel.Gt: kernel.Lt, kernel.Ge: kernel.Le,
	kernel.Eq: kernel.Eq, kernel.Ne: kernel.Ne,
}

func (l *loopContext) guardLimits(c *counter, b *kernel.Binary) []boogie.Expr {
	op, x, limit := b.Op, b.X, b.Y
	if !isVar(stripSameWidth(x), c.v) {
		op, x, limit = mirrored[op], b.Y, b.X
	}
	if !isVar(stripSameWidth(x), c.v) || !l.fixed(limit) {
		return nil
	}
	t := x.Type()
	bound := func(op kernel.BinaryOp, by int64) boogie.Expr {
		within := bin(op, x, limit)
		if by != 0 {
			within = bin(op, x, bin(kernel.Add, limit, constant64(t, by)))
		}
		return l.both(bin(kernel.LOr, bin(kernel.Eq, ref(c.v), ref(c.start)), within))
	}
	switch {
	case (op == kernel.Lt || op == kernel.Ne) && c.step > 0:
		return []boogie.Expr{bound(kernel.Le, c.step-1)}
	case op == kernel.Le && c.step > 0:
		return []boogie.Expr{bound(kernel.Le, c.step)}
	case (op == kernel.Gt || op == kernel.Ne) && c.step < 0:
		return []boogie.Expr{bound(kernel.Ge, c.step+1)}
	case op == kernel.Ge && c.step < 0:
		return []boogie.Expr{bound(kernel.Ge, c.step)}
	}
	return nil
}

// rangeRule: a variable that the loop assigns stays in the interval that the
// interval analysis found for it.
var rangeRule = rule{"range", func(l *loopContext) []boogie.Expr {
	var out []boogie.Expr
	if _, ok := l.arith.(intArith); !ok {
		return nil
	}
	for _, v := range l.assigned {
		r, known := l.ranges.vars[v]
		if v.T.Kind != kernel.Int || !known {
			continue
		}
		if r.lo > noLower {
			out = append(out, l.both(bin(kernel.Le, constant64(v.T, r.lo), ref(v))))
		}
		if w := typeRange(v.T); r.hi < w.hi {
			out = append(out, l.both(bin(kernel.Le, ref(v), constant64(v.T, r.hi))))
		}
	}
	return out
}}

// powerOfTwoRule: a counter that is doubled or halved is zero or a power of two.
var powerOfTwoRule = rule{"power-of-two", func(l *loopContext) []boogie.Expr {
	var out []boogie.Expr
	for _, c := range l.counters {
		if c.op != kernel.Mul && c.op != kernel.Div || c.step != 2 {
			continue
		}
		powers := bin(kernel.Eq, ref(c.v), constant64(c.v.T, 0))
		for n := 0; n <= 11 && n < c.v.T.Bits-1; n++ {
			powers = bin(kernel.LOr, powers, bin(kernel.Eq, ref(c.v), constant64(c.v.T, 1<<n)))
		}
		out = append(out, l.both(powers))
	}
	return out
}}

// bothBoogie is a fact about v for both threads, once where v is uniform.
func (l *loopContext) bothBoogie(v *kernel.Var, fact func(thread int) boogie.Expr) boogie.Expr {
	if l.uniform[v] {
		return fact(0)
	}
	return boogie.And(fact(1), fact(2))
}

// congruent says that x and y differ by a multiple of m.
func (l *loopContext) congruent(x, y kernel.Expr, m int64, thread int) boogie.Expr {
	return l.congruentTo(l.expr(x, thread), l.expr(y, thread), x.Type(), m)
}

func (l *loopContext) congruentTo(x, y boogie.Expr, t kernel.Type, m int64) boogie.Expr {
	if _, ok := l.arith.(intArith); ok {
		return boogie.Eq(boogie.Op("mod", boogie.Op("-", x, y), boogie.I(m)), boogie.I(0))
	}
	diff := l.used.bv("sub", t.Bits, x, y)
	if m&(m-1) == 0 {
		return boogie.Eq(l.used.bv("and", t.Bits, diff, bvConst(m-1, t.Bits)), bvConst(0, t.Bits))
	}
	return boogie.Eq(l.used.bv("srem", t.Bits, diff, bvConst(m, t.Bits)), bvConst(0, t.Bits))
}
