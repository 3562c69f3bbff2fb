package instrument

import (
	"gv2/boogie"
	"gv2/frontend/kernel"
)

// accessStrideRule: where an offset is a linear form of the loops' counters, a
// logged access lies on the grid of offsets that the counters reach: congruent to
// the first one, not before it, and before the one that comes next.
var accessStrideRule = rule{"access-stride", func(l *loopContext) []boogie.Expr {
	var out []boogie.Expr
	for _, a := range l.accesses {
		if a.plan.wide {
			continue
		}
		index := l.expand(a.plan.offset(a.acc.Index))
		out = append(out, l.stride(a, index, l.counters)...)
		if l.outer != nil {
			out = append(out, l.stride(a, index, l.allCounters())...)
		}
	}
	return out
}}

// allCounters are the counters of this loop and of those around it.
func (l *loopContext) allCounters() []*counter {
	var out []*counter
	for o := l; o != nil; o = o.outer {
		out = append(out, o.counters...)
	}
	return out
}

func (l *loopContext) stride(a loggedAccess, index kernel.Expr, counters []*counter) []boogie.Expr {
	form := linearOf(index)
	start := map[*kernel.Var]kernel.Expr{}
	var step, sign int64
	monotone := true
	for _, c := range counters {
		k, ok := form.coef(c.v)
		if !ok {
			return nil
		}
		if k == 0 {
			continue
		}
		if c.op != kernel.Add || c.by != nil || c.start == nil {
			return nil
		}
		delta := k * c.step
		step = gcd(step, delta)
		monotone = monotone && (sign == 0 || sign*delta > 0)
		sign = delta
		start[c.v] = ref(c.start)
	}
	if step == 0 || !l.fixedBut(index, start) {
		return nil
	}
	first, now := l.expr(replace(index, start), 1), l.expr(index, 1)
	offset, t := l.offsetOf(a), a.plan.index
	var out []boogie.Expr
	if step > 1 {
		out = append(out, l.logged(a, l.congruentTo(offset, first, t, step)))
	}
	if monotone {
		low, high := first, now
		if sign < 0 {
			low, high = now, first
		}
		from := l.arith.less(l.encoder, sign > 0, low, offset, t)
		to := l.arith.less(l.encoder, sign < 0, offset, high, t)
		out = append(out, l.logged(a, from), l.logged(a, to))
	}
	return out
}

func gcd(x, y int64) int64 {
	if x < 0 {
		x = -x
	}
	if y < 0 {
		y = -y
	}
	for y != 0 {
		x, y = y, x%y
	}
	return x
}
