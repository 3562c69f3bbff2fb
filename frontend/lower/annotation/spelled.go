package annotation

import (
	"strings"

	"gv2/frontend/kernel"
)

// Spelled is x as a user may have written it behind the statements before: temporaries that hold
// what was just read of an array are the element.
func Spelled(before []kernel.Stmt, x kernel.Expr) string {
	return kernel.ExprString(kernel.MapExpr(x, func(e kernel.Expr) kernel.Expr {
		r, ok := e.(*kernel.VarRef)
		if !ok || !r.Var.Temp {
			return e
		}
		for i := len(before) - 1; i >= 0; i-- {
			if load, ok := before[i].(*kernel.Load); ok && load.Dst == r.Var {
				if text := spelledElement(before, &load.Acc); text != "" {
					return &kernel.VarRef{Var: &kernel.Var{Name: text, T: r.Var.T}}
				}
			}
		}
		return e
	}))
}

// spelledElement spells an element of an array of one dimension, empty for others.
func spelledElement(before []kernel.Stmt, acc *kernel.Access) string {
	a, index := acc.Array, acc.Index
	if a.Scale > 1 || len(a.Dims) > 1 {
		return ""
	}
	if c, ok := index.(*kernel.Convert); ok {
		index = c.X
	}
	subscript := "[" + Spelled(before, index) + "]"
	if before, after, found := strings.Cut(a.Label, "[]"); found {
		return before + subscript + after
	}
	if len(a.Dims) == 0 && a.Len == 1 && !a.Param {
		return a.Label
	}
	return a.Label + subscript
}
