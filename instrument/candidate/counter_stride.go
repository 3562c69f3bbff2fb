package candidate

import (
	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument/arith"
)

// counterStrideRule: a counter is congruent to its start modulo its step, and one
// that starts anew in each iteration of a loop around this one to what it starts
// from there.
var counterStrideRule = rule{"counter-stride", func(l *Loop) []boogie.Expr {
	var out []boogie.Expr
	for _, c := range l.Counters {
		step := c.Step
		if step < 0 {
			step = -step
		}
		if c.Op != kernel.Add || c.By != nil || step == 1 {
			continue
		}
		out = append(out, l.bothBoogie(c.Var, func(thread int) boogie.Expr {
			return l.congruent(kernel.Ref(c.Var), kernel.Ref(c.Start), step, thread)
		}))
	}
	return append(out, l.restarted()...)
}}

// restarted says so of the counters that start anew.
func (l *Loop) restarted() []boogie.Expr {
	var out []boogie.Expr
	if !l.Enc.Mathematical() {
		return nil
	}
	for o := l.outer; o != nil; o = o.outer {
		for _, c := range l.Counters {
			start, step := o.steps(kernel.Ref(c.Var), o.Counters)
			if start == nil || step <= 1 || l.Enc.Uniform[c.Var] && !l.Enc.IsUniform(o.Stmt.Guard) {
				continue
			}
			out = append(out, l.bothBoogie(c.Var, func(thread int) boogie.Expr {
				return boogie.Imp(l.Enc.Expr(o.Stmt.Guard, thread), l.congruent(kernel.Ref(c.Var), start, step, thread))
			}))
		}
	}
	return out
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
