package instrument

import (
	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// accessStrideRule: where an offset is a linear form of the loops' counters that
// only grows, or only shrinks, a logged access lies between the offset of the first
// iteration and that of the next.
var accessStrideRule = rule{"access-stride", func(l *loopContext) []boogie.Expr {
	var out []boogie.Expr
	l.eachStride(func(a access, s stride) {
		if s.sign == 0 {
			return
		}
		low, high := s.first, s.now
		if s.sign < 0 {
			low, high = s.now, s.first
		}
		offset, t := l.offsetOf(a), a.typ
		from := l.enc.Model.Less(l.enc, s.sign > 0, low, offset, t)
		to := l.enc.Model.Less(l.enc, s.sign < 0, offset, high, t)
		out = append(out, l.logged(a, from), l.logged(a, to))
	})
	return out
}}

// stride is how an offset moves with the counters of loops.
type stride struct {
	step       int64 // divides every change
	sign       int64 // of every change, 0 if they differ
	first, now boogie.Expr
}

// eachStride calls f for the accesses whose offset changes with nothing but
// counters: with those of this loop, and with those of all loops around it.
func (l *loopContext) eachStride(f func(access, stride)) {
	for _, a := range l.accesses {
		if a.wide {
			continue
		}
		index := l.of.expand(a.index)
		if s, ok := l.stride(index, l.counters); ok {
			f(a, s)
		}
		if l.outer == nil {
			continue
		}
		if s, ok := l.stride(index, l.allCounters()); ok {
			f(a, s)
		}
	}
}

// allCounters are the counters of this loop and of those around it.
func (l *loopContext) allCounters() []*counter {
	var out []*counter
	for o := l; o != nil; o = o.outer {
		out = append(out, o.counters...)
	}
	return out
}

func (l *loopContext) stride(index kernel.Expr, counters []*counter) (s stride, ok bool) {
	form := fact.LinearOf(index)
	start := map[*kernel.Var]kernel.Expr{}
	monotone := true
	for _, c := range counters {
		k, ok := form.Coef(c.v)
		if !ok {
			return s, false
		}
		if k == 0 {
			continue
		}
		if c.op != kernel.Add || c.by != nil || c.start == nil {
			return s, false
		}
		delta := k * c.step
		s.step = fact.GCD(s.step, delta)
		monotone = monotone && (s.sign == 0 || s.sign*delta > 0)
		s.sign = delta
		start[c.v] = kernel.Ref(c.start)
	}
	if s.step == 0 || !l.fixedBut(index, start) {
		return s, false
	}
	if !monotone {
		s.sign = 0
	}
	s.first, s.now = l.enc.Expr(fact.Replaced(index, start), 1), l.enc.Expr(index, 1)
	return s, true
}
