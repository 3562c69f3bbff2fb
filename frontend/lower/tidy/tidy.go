// Package tidy takes off what lowering leaves behind: jumps to where execution goes
// anyway, results that nobody uses, variables of statements that were given up. It
// changes nothing that a kernel does.
package tidy

import (
	"slices"

	"gv2/frontend/kernel"
)

// TrimReturn drops a return that ends the kernel.
func TrimReturn(body []kernel.Stmt) []kernel.Stmt {
	if n := len(body); n > 0 {
		if _, ok := body[n-1].(*kernel.Return); ok {
			return body[:n-1]
		}
	}
	return body
}

// TrimLeaves drops jumps to label that end stmts and counts them.
func TrimLeaves(stmts []kernel.Stmt, label string) ([]kernel.Stmt, int) {
	n := len(stmts)
	if n == 0 {
		return stmts, 0
	}
	switch s := stmts[n-1].(type) {
	case *kernel.Leave:
		if s.Label == label {
			return stmts[:n-1], 1
		}
	case *kernel.If:
		then, a := TrimLeaves(s.Then, label)
		other, b := TrimLeaves(s.Else, label)
		if a+b > 0 {
			c := *s
			c.Then, c.Else = then, other
			stmts[n-1] = &c
			return stmts, a + b
		}
	default:
		// Others do not end in a jump to the label.
	}
	return stmts, 0
}

// HasLeave reports whether a jump to label is left in stmts.
func HasLeave(stmts []kernel.Stmt, label string) bool {
	found := false
	kernel.Walk(stmts, func(s kernel.Stmt) bool {
		if j, ok := s.(*kernel.Leave); ok && j.Label == label {
			found = true
		}
		return !found
	})
	return found
}

// DropResult tells an atomic among stmts that its result x is not used.
func DropResult(x kernel.Expr, stmts []kernel.Stmt) {
	r, ok := x.(*kernel.VarRef)
	if !ok {
		return
	}
	for i, s := range stmts {
		if a, ok := s.(*kernel.Atomic); ok && a.Dst == r.Var {
			c := *a
			c.Dst = nil
			stmts[i] = &c
		}
	}
}

// DropUnused drops variables and arrays that only abandoned statements use, such as
// the operand of sizeof.
func DropUnused(k *kernel.Kernel) {
	vars, arrays := map[*kernel.Var]bool{}, map[*kernel.Array]bool{}
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		if v := kernel.Assigned(s); v != nil {
			vars[v] = true
		}
		if acc := kernel.Touched(s); acc != nil {
			arrays[acc.Array] = true
		}
		kernel.Exprs(s, func(e kernel.Expr) {
			kernel.WalkExpr(e, func(e kernel.Expr) bool {
				if r, ok := e.(*kernel.VarRef); ok {
					vars[r.Var] = true
				}
				return true
			})
		})
		return true
	})
	k.Vars = slices.DeleteFunc(k.Vars, func(v *kernel.Var) bool { return !vars[v] })
	k.Arrays = slices.DeleteFunc(k.Arrays, func(a *kernel.Array) bool { return !arrays[a] })
}
