package cexpr

import "gv2/frontend/kernel"

// Conjuncts are conditions of which all hold where e does.
func Conjuncts(e kernel.Expr) []kernel.Expr {
	if u, ok := e.(*kernel.Unary); ok && u.Op == kernel.Not {
		if b, ok := u.X.(*kernel.Binary); ok && b.Op == kernel.LOr {
			return append(Conjuncts(Not(b.X)), Conjuncts(Not(b.Y))...)
		}
	}
	if b, ok := e.(*kernel.Binary); ok && b.Op == kernel.LAnd {
		return append(Conjuncts(b.X), Conjuncts(b.Y)...)
	}
	return []kernel.Expr{e}
}

// Equated recognises variable == constant.
func Equated(e kernel.Expr) (*kernel.Var, *kernel.Const) {
	b, ok := e.(*kernel.Binary)
	if !ok || b.Op != kernel.Eq {
		return nil, nil
	}
	for _, side := range [][2]kernel.Expr{{b.X, b.Y}, {b.Y, b.X}} {
		r, isRef := side[0].(*kernel.VarRef)
		k, isConst := side[1].(*kernel.Const)
		if isRef && isConst {
			return r.Var, k
		}
	}
	return nil, nil
}
