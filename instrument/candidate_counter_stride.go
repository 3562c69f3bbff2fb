package instrument

import (
	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument/arith"
)

// counterStrideRule: a counter is congruent to its start modulo its step, and one
// that starts anew in each iteration of a loop around this one to what it starts
// from there.
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
			return l.congruent(kernel.Ref(c.v), kernel.Ref(c.start), step, thread)
		}))
	}
	return append(out, l.restarted()...)
}}

// restarted says so of the counters that start anew.
func (l *loopContext) restarted() []boogie.Expr {
	var out []boogie.Expr
	if !l.enc.Mathematical() {
		return nil
	}
	for o := l.outer; o != nil; o = o.outer {
		for _, c := range l.counters {
			start, step := o.steps(kernel.Ref(c.v), o.counters)
			if start == nil || step <= 1 || l.enc.Uniform[c.v] && !l.enc.IsUniform(o.stmt.Guard) {
				continue
			}
			out = append(out, l.bothBoogie(c.v, func(thread int) boogie.Expr {
				return boogie.Imp(l.enc.Expr(o.stmt.Guard, thread), l.congruent(kernel.Ref(c.v), start, step, thread))
			}))
		}
	}
	return out
}

// bothBoogie is a fact about v for both threads, once where v is uniform.
func (l *loopContext) bothBoogie(v *kernel.Var, fact func(thread int) boogie.Expr) boogie.Expr {
	if l.enc.Uniform[v] {
		return fact(0)
	}
	return boogie.And(fact(1), fact(2))
}

// congruent says that x and y differ by a multiple of m.
func (l *loopContext) congruent(x, y kernel.Expr, m int64, thread int) boogie.Expr {
	return l.congruentTo(l.enc.Expr(x, thread), l.enc.Expr(y, thread), x.Type(), m)
}

func (l *loopContext) congruentTo(x, y boogie.Expr, t kernel.Type, m int64) boogie.Expr {
	if l.enc.Mathematical() {
		return boogie.Eq(boogie.Op("mod", boogie.Op("-", x, y), boogie.I(m)), boogie.I(0))
	}
	diff := l.enc.Used.BV("sub", t.Bits, x, y)
	if m&(m-1) == 0 {
		return boogie.Eq(l.enc.Used.BV("and", t.Bits, diff, arith.BVConst(m-1, t.Bits)), arith.BVConst(0, t.Bits))
	}
	return boogie.Eq(l.enc.Used.BV("srem", t.Bits, diff, arith.BVConst(m, t.Bits)), arith.BVConst(0, t.Bits))
}
