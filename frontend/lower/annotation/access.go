package annotation

import (
	"gv2/frontend/cexpr"
	"gv2/frontend/kernel"
)

// What annotations ask about accesses, as expressions of the IR.

// SettleAccesses replaces what asks in body for accesses that it never makes: there
// are none.
func SettleAccesses(body []kernel.Stmt) []kernel.Stmt {
	made := map[kernel.Accessed]bool{}
	asked := false
	kernel.Walk(body, func(s kernel.Stmt) bool {
		switch s := s.(type) {
		case *kernel.Load:
			made[kernel.Accessed{Kind: kernel.ReadAccess, Array: s.Acc.Array}] = made[kernel.Accessed{Kind: kernel.ReadAccess, Array: s.Acc.Array}] || !s.Ghost
		case *kernel.Store:
			made[kernel.Accessed{Kind: kernel.WriteAccess, Array: s.Acc.Array}] = true
		default:
			// Annotations ask about reads and writes alone.
		}
		kernel.Exprs(s, func(e kernel.Expr) { asked = asked || kernel.OfPairs(e) })
		return true
	})
	if !asked {
		return body
	}
	return mapExprs(body, func(e kernel.Expr) kernel.Expr {
		if !kernel.OfPairs(e) {
			return e
		}
		return kernel.MapExpr(e, func(e kernel.Expr) kernel.Expr {
			switch e := e.(type) {
			case *kernel.Accessed:
				if !made[*e] {
					return kernel.BoolConst(false)
				}
			case *kernel.AccessIndex:
				if !made[kernel.Accessed{Kind: e.Kind, Array: e.Array}] {
					return kernel.NewConst(kernel.I64, 0)
				}
			default:
				// Others ask about no access.
			}
			return kernel.FoldNode(e)
		})
	})
}

// mapExprs applies f to the expressions of all statements, inner ones included.
func mapExprs(stmts []kernel.Stmt, f func(kernel.Expr) kernel.Expr) []kernel.Stmt {
	out := make([]kernel.Stmt, len(stmts))
	for i, s := range stmts {
		switch n := kernel.MapExprs(s, f).(type) {
		case *kernel.If:
			c := *n
			c.Then, c.Else = mapExprs(n.Then, f), mapExprs(n.Else, f)
			out[i] = &c
		case *kernel.Region:
			c := *n
			c.Body = mapExprs(n.Body, f)
			out[i] = &c
		case *kernel.Loop:
			c := *n
			c.Head, c.Body, c.Post = mapExprs(n.Head, f), mapExprs(n.Body, f), mapExprs(n.Post, f)
			c.Invariants = append([]kernel.Invariant(nil), n.Invariants...)
			for j := range c.Invariants {
				c.Invariants[j].Head = mapExprs(c.Invariants[j].Head, f)
			}
			out[i] = &c
		default:
			// Others have no statements inside.
			out[i] = n
		}
	}
	return out
}

// Quotient is index * size / by where that is index * (size / by): an array is
// smaller than all of memory, so that the product did not wrap. Nil if it is
// something else.
func Quotient(x, y kernel.Expr) kernel.Expr {
	by, ok := y.(*kernel.Const)
	if !ok || by.Val <= 0 {
		return nil
	}
	if c, ok := x.(*kernel.Convert); ok && c.T == kernel.U64 && by.Val == 1 {
		return x
	}
	m, ok := x.(*kernel.Binary)
	if !ok || m.Op != kernel.Mul {
		return nil
	}
	index, ok := m.X.(*kernel.Convert)
	size, okSize := m.Y.(*kernel.Const)
	if !ok || !okSize || size.Val%by.Val != 0 {
		return nil
	}
	if _, ok := index.X.(*kernel.AccessIndex); !ok {
		return nil
	}
	return cexpr.Binary(kernel.Mul, index, kernel.NewConst(kernel.U64, size.Val/by.Val))
}

// OnlyParams reports whether e speaks of the kernel's parameters alone.
func OnlyParams(e kernel.Expr) bool {
	ok := true
	kernel.WalkExpr(e, func(e kernel.Expr) bool {
		switch e := e.(type) {
		case *kernel.VarRef:
			ok = ok && e.Var.Param
		case *kernel.Builtin, *kernel.Other, *kernel.Enabled, *kernel.Accessed, *kernel.AccessIndex:
			ok = false
		default:
			// Others are as their operands are.
		}
		return ok
	})
	return ok
}
