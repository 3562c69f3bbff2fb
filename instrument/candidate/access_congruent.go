package candidate

import (
	"gv2/boogie"
	"gv2/predicate/fact"
)

// accessCongruentRule: where an offset is a part that the loop does not change
// plus multiples of what it does, as in bucket * 64 + t, every access is congruent
// to that part modulo their greatest common divisor. A counter contributes the
// multiples of its step, from where it started.
var accessCongruentRule = rule{"access-congruent", func(l *Loop) []boogie.Expr {
	var out []boogie.Expr
	if !l.Enc.Mathematical() {
		return l.congruentCounters()
	}
	for _, a := range l.Accesses {
		if a.Wide {
			continue
		}
		form := fact.LinearOf(l.of.Expand(a.Index))
		add := func(base boogie.Expr, step int64) {
			if step > 1 {
				out = append(out, l.logged(a, l.CongruentTo(l.offsetOf(a), base, a.Type, step)))
			}
		}
		add(l.Residue(form, l.Counters, 1))
		add(l.Residue(form, l.allCounters(), 1))
		for o := l.outer; o != nil; o = o.outer {
			add(o.Residue(form, o.Counters, 1))
		}
	}
	return out
}}

// congruentCounters is the same for bit-vectors, where nothing but counters may
// change.
func (l *Loop) congruentCounters() []boogie.Expr {
	var out []boogie.Expr
	l.eachStride(func(a Access, s stride) {
		if s.step > 1 {
			out = append(out, l.logged(a, l.CongruentTo(l.offsetOf(a), s.first, a.Type, s.step)))
		}
	})
	return out
}
