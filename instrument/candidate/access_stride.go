package candidate

import (
	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// accessStrideRule: where an offset is a linear form of the loops' counters that
// only grows, or only shrinks, a logged access lies between the offset of the first
// iteration and that of the next.
var accessStrideRule = rule{"access-stride", func(l *Loop) []boogie.Expr {
	var out []boogie.Expr
	l.eachStride(func(a Access, s stride) {
		if s.sign == 0 {
			return
		}
		low, high := s.first, s.now
		if s.sign < 0 {
			low, high = s.now, s.first
		}
		offset, t := l.offsetOf(a), a.Type
		from := l.Enc.Model.Less(l.Enc, s.sign > 0, low, offset, t)
		to := l.Enc.Model.Less(l.Enc, s.sign < 0, offset, high, t)
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
func (l *Loop) eachStride(f func(Access, stride)) {
	for _, a := range l.Accesses {
		if a.Wide {
			continue
		}
		index := l.of.Expand(a.Index)
		if s, ok := l.stride(index, l.Counters); ok {
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
func (l *Loop) allCounters() []*Counter {
	var out []*Counter
	for o := l; o != nil; o = o.outer {
		out = append(out, o.Counters...)
	}
	return out
}

func (l *Loop) stride(index kernel.Expr, counters []*Counter) (s stride, ok bool) {
	form := fact.LinearOf(index)
	start := map[*kernel.Var]kernel.Expr{}
	monotone := true
	for _, c := range counters {
		k, ok := form.Coef(c.Var)
		if !ok {
			return s, false
		}
		if k == 0 {
			continue
		}
		if c.Op != kernel.Add || c.By != nil || c.Start == nil {
			return s, false
		}
		delta := k * c.Step
		s.step = fact.GCD(s.step, delta)
		monotone = monotone && (s.sign == 0 || s.sign*delta > 0)
		s.sign = delta
		start[c.Var] = kernel.Ref(c.Start)
	}
	if s.step == 0 || !l.fixedBut(index, start) {
		return s, false
	}
	if !monotone {
		s.sign = 0
	}
	s.first, s.now = l.Enc.Expr(fact.Replaced(index, start), 1), l.Enc.Expr(index, 1)
	return s, true
}
