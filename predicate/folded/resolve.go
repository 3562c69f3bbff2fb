package folded

import (
	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// mostResolved bounds how far definitions are followed.
const mostResolved = 12

// Resolve writes an expression that the i-th statement of a list reads over the variables that the list takes it from: an
// assignment in the list is put in place of its variable, if nothing that it reads changes in between.
func Resolve(list []kernel.Stmt, i int, e kernel.Expr) kernel.Expr {
	return resolved(list, i, e, mostResolved)
}

func resolved(list []kernel.Stmt, i int, e kernel.Expr, depth int) kernel.Expr {
	if depth == 0 {
		return e
	}
	return kernel.MapExpr(e, func(e kernel.Expr) kernel.Expr {
		r, ok := e.(*kernel.VarRef)
		if !ok {
			return e
		}
		q := definition(list, i, r.Var)
		if q < 0 {
			return e
		}
		x := resolved(list, q, list[q].(*kernel.Assign).X, depth-1)
		if fact.SetsRead(list[q:i], x) {
			return e
		}
		return x
	})
}

// definition is the assignment of the list that gives a variable its value at the i-th statement, -1 if it is none.
func definition(list []kernel.Stmt, i int, v *kernel.Var) int {
	for q := i - 1; q >= 0; q-- {
		if a, ok := list[q].(*kernel.Assign); ok && a.Dst == v {
			return q
		}
		if fact.Sets(list[q:q+1], v) {
			return -1
		}
	}
	return -1
}
