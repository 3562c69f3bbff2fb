package instrument

import (
	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// accessCongruentRule: where an offset is a part that the loop does not change
// plus multiples of what it does, as in bucket * 64 + t, every access is congruent
// to that part modulo their greatest common divisor. A counter contributes the
// multiples of its step, from where it started.
var accessCongruentRule = rule{"access-congruent", func(l *loopContext) []boogie.Expr {
	var out []boogie.Expr
	if !l.enc.Mathematical() {
		return l.congruentCounters()
	}
	for _, a := range l.accesses {
		if a.wide {
			continue
		}
		form := fact.LinearOf(l.of.expand(a.index))
		add := func(base boogie.Expr, step int64) {
			if step > 1 {
				out = append(out, l.logged(a, l.congruentTo(l.offsetOf(a), base, a.typ, step)))
			}
		}
		add(l.residue(form, l.counters, 1))
		add(l.residue(form, l.allCounters(), 1))
		for o := l.outer; o != nil; o = o.outer {
			add(o.residue(form, o.counters, 1))
		}
	}
	return out
}}

// residue is what a linear form is congruent to in every iteration, and modulo
// which number; 0 where nothing in it changes.
func (l *loopContext) residue(f *fact.Linear, counters []*counter, thread int) (base boogie.Expr, modulus int64) {
	fixed, modulus := l.fixedPart(f, func(x kernel.Expr) (kernel.Expr, int64) { return l.steps(x, counters) })
	return l.enc.Expr(fixed, thread), modulus
}

// fixedPart is the residue as an expression. steps says what an atom starts from
// and moves by, nil where that is not known.
func (l *loopContext) fixedPart(f *fact.Linear, steps func(kernel.Expr) (kernel.Expr, int64)) (fixed kernel.Expr, modulus int64) {
	fixed = kernel.NewConst(kernel.I64, f.Base)
	for _, t := range f.Atoms() {
		term := t.Atom
		if start, step := steps(t.Atom); start != nil {
			modulus = fact.GCD(modulus, t.Coef*step)
			term = start
		} else if !l.fixed(t.Atom) {
			modulus = fact.GCD(modulus, t.Coef)
			continue
		}
		fixed = kernel.Fold(kernel.Bin(kernel.Add, fixed, kernel.Fold(kernel.Bin(kernel.Mul, kernel.Widened(term), kernel.NewConst(kernel.I64, t.Coef)))))
	}
	return fixed, modulus
}

// steps is what x starts from, and what its value stays a multiple of away from
// that. x is a counter, or restarts from one in every iteration and moves on in an
// inner loop:
//
//	for (int i = first; i < n; i += 8)
//	  for (int j = i; j >= 8; j -= 8)
func (l *loopContext) steps(x kernel.Expr, counters []*counter) (start kernel.Expr, step int64) {
	if start, step = stepsOfCounter(x, counters); start != nil {
		return start, step
	}
	r, ok := x.(*kernel.VarRef)
	if !ok {
		return nil, 0
	}
	for _, u := range l.updates[r.Var] {
		if u == nil {
			return nil, 0
		}
		form := fact.LinearOf(l.of.expand(u))
		if by, ok := form.Adds(r.Var); ok {
			step = fact.GCD(step, by)
			continue
		}
		from, by := l.fixedPart(form, func(x kernel.Expr) (kernel.Expr, int64) { return stepsOfCounter(x, counters) })
		if start != nil && kernel.ExprString(start) != kernel.ExprString(from) {
			return nil, 0
		}
		start, step = from, fact.GCD(step, by)
	}
	return start, step
}

func stepsOfCounter(x kernel.Expr, counters []*counter) (start kernel.Expr, step int64) {
	if c := counterIn(x, counters); c != nil {
		return kernel.Ref(c.start), c.step
	}
	return nil, 0
}

// counterIn is the counter with a constant step that x is, nil if it is none.
func counterIn(x kernel.Expr, counters []*counter) *counter {
	for _, c := range counters {
		if kernel.IsRef(x, c.v) && c.op == kernel.Add && c.by == nil && c.start != nil {
			return c
		}
	}
	return nil
}

// congruentCounters is the same for bit-vectors, where nothing but counters may
// change.
func (l *loopContext) congruentCounters() []boogie.Expr {
	var out []boogie.Expr
	l.eachStride(func(a access, s stride) {
		if s.step > 1 {
			out = append(out, l.logged(a, l.congruentTo(l.offsetOf(a), s.first, a.typ, s.step)))
		}
	})
	return out
}
