package generation

import "gv2/frontend/kernel"

// Slots of a ring are remainders, such as i % 4. The prover is slow at division, and invariants know the remainder
// already: it is a step of the loop's round.

// remainder reports whether e is what is left of a number by the period.
func remainder(e kernel.Expr, period int64) (*kernel.Binary, bool) {
	b, ok := e.(*kernel.Binary)
	if !ok {
		return nil, false
	}
	by, constant := b.Y.(*kernel.Const)
	return b, constant && (b.Op == kernel.Rem && by.Val == period || b.Op == kernel.And && by.Val == period-1 && period&by.Val == 0)
}

// counted is a number of iterations, as a value of type t.
func counted(t kernel.Type, field *kernel.Var) kernel.Expr {
	if t == kernel.I32 {
		return kernel.Ref(field)
	}
	return &kernel.Convert{T: t, X: kernel.Ref(field)}
}

// lineOf is mul*x + add.
func lineOf(t kernel.Type, mul int64, x kernel.Expr, add int64) kernel.Expr {
	number := func(n int64) kernel.Expr { return &kernel.Const{T: t, Val: t.Wrap(n)} }
	if mul != 1 {
		x = kernel.Bin(kernel.Mul, x, number(mul))
	}
	switch {
	case add > 0:
		x = kernel.Bin(kernel.Add, x, number(add))
	case add < 0:
		x = kernel.Bin(kernel.Sub, x, number(-add))
	}
	return x
}

// turned is the logged iteration plus add, modulo the period of its loop: the step that was logged, add steps on.
func (p *part) turned(t kernel.Type, add, period int64) kernel.Expr {
	on := lineOf(t, 1, counted(t, p.step), add)
	if add == 0 {
		return on
	}
	wraps := kernel.Bin(kernel.Ge, on, &kernel.Const{T: t, Val: period})
	return &kernel.Cond{C: wraps, X: lineOf(t, 1, counted(t, p.step), add-period), Y: on}
}

// inSteps writes what is left of the logged iteration by the period over the step that was logged: the prover need not
// divide then, which it does badly.
func (p *part) inSteps(e kernel.Expr, period int64) kernel.Expr {
	if period < 2 {
		return e
	}
	return kernel.MapExpr(e, func(e kernel.Expr) kernel.Expr {
		b, ok := remainder(e, period)
		if !ok {
			return e
		}
		if add, ok := plus(b.X, p.iter); ok {
			return p.turned(b.X.Type(), ((add%period)+period)%period, period)
		}
		return e
	})
}

// plus is add, if e is v plus a constant.
func plus(e kernel.Expr, v *kernel.Var) (add int64, ok bool) {
	switch e := e.(type) {
	case *kernel.VarRef:
		return 0, e.Var == v
	case *kernel.Convert:
		return plus(e.X, v)
	case *kernel.Binary:
		c, constant := e.Y.(*kernel.Const)
		if !constant || e.Op != kernel.Add && e.Op != kernel.Sub {
			return 0, false
		}
		add, ok = plus(e.X, v)
		if e.Op == kernel.Sub {
			return add - c.Val, ok
		}
		return add + c.Val, ok
	default:
		// Others are no such sums.
		return 0, false
	}
}
