package candidate

import (
	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// steps is what x starts from, and what its value stays a multiple of away from
// that. x is a counter, or restarts from one in every iteration and moves on in an
// inner loop:
//
//	for (int i = first; i < n; i += 8)
//	  for (int j = i; j >= 8; j -= 8)
func (l *Loop) steps(x kernel.Expr, counters []*Counter) (start kernel.Expr, step int64) {
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
		form := fact.LinearOf(l.of.Expand(u))
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

func stepsOfCounter(x kernel.Expr, counters []*Counter) (start kernel.Expr, step int64) {
	for _, c := range counters {
		if m := c.multiple(); kernel.IsRef(x, c.Var) && m > 0 && c.Start != nil {
			return kernel.Ref(c.Start), m
		}
	}
	return nil, 0
}

// Residue is what a linear form is congruent to in every iteration, and modulo
// which number; 0 where nothing in it changes.
func (l *Loop) Residue(f *fact.Linear, counters []*Counter, thread int) (base boogie.Expr, modulus int64) {
	fixed, modulus := l.fixedPart(f, func(x kernel.Expr) (kernel.Expr, int64) { return l.steps(x, counters) })
	return l.Enc.Expr(fixed, thread), modulus
}

// fixedPart is the residue as an expression. steps says what an atom starts from
// and moves by, nil where that is not known.
func (l *Loop) fixedPart(f *fact.Linear, steps func(kernel.Expr) (kernel.Expr, int64)) (fixed kernel.Expr, modulus int64) {
	fixed = kernel.NewConst(kernel.I64, f.Base)
	for _, t := range f.Atoms() {
		term := t.Atom
		if start, step := steps(t.Atom); start != nil {
			modulus = fact.GCD(modulus, t.Coef*step)
			term = start
		} else if !l.Fixed(t.Atom) {
			modulus = fact.GCD(modulus, t.Coef)
			continue
		}
		fixed = kernel.Fold(kernel.Bin(kernel.Add, fixed, kernel.Fold(kernel.Bin(kernel.Mul, kernel.Widened(term), kernel.NewConst(kernel.I64, t.Coef)))))
	}
	return fixed, modulus
}
