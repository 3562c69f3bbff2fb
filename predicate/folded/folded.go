// Package folded makes texts of kernels with agents simpler: variables that are set once, to a constant, are that constant, loops in
// which an agent accesses one element after the other are one access, and expressions are written over what lists of statements
// take them from.
//
// In: statements of a kernel, which stay as they are. Out: new ones with the same executions.
package folded

import (
	"slices"

	"gv2/frontend/kernel"
)

// Constants puts constants in place of the variables that one statement outside of all others sets.
func Constants(body []kernel.Stmt) []kernel.Stmt {
	set := map[*kernel.Var]int{}
	kernel.Walk(body, func(s kernel.Stmt) bool {
		if v := kernel.Assigned(s); v != nil {
			set[v]++
		}
		return true
	})
	known := map[*kernel.Var]kernel.Expr{}
	replaced := func(e kernel.Expr) kernel.Expr {
		return kernel.MapExpr(e, func(e kernel.Expr) kernel.Expr {
			if r, ok := e.(*kernel.VarRef); ok && known[r.Var] != nil {
				return known[r.Var]
			}
			return kernel.FoldNode(e)
		})
	}
	out := make([]kernel.Stmt, len(body))
	for i, s := range body {
		s = kernel.Rewrite([]kernel.Stmt{s}, func(_, s kernel.Stmt) []kernel.Stmt { return []kernel.Stmt{kernel.MapExprs(s, replaced)} })[0]
		if a, ok := s.(*kernel.Assign); ok && set[a.Dst] == 1 {
			if c, ok := a.X.(*kernel.Const); ok {
				known[a.Dst] = c
			}
		}
		out[i] = s
	}
	return out
}

// mostWidth bounds the elements of a loop that becomes one access.
const mostWidth = 1 << 12

// Wide makes one access of a loop in which an agent accesses one element after the other,
//
//	t := 0; while (t * 4 < 64) { a[b + t] } post { t := t + 1 }       a[b +: 16]; t := 16
func Wide(list []kernel.Stmt) []kernel.Stmt {
	out := make([]kernel.Stmt, 0, len(list))
	for i, s := range list {
		if l, ok := s.(*kernel.Loop); ok {
			if both := elements(list, i, l); both != nil {
				out = append(out, both...)
				continue
			}
		}
		out = append(out, kernel.MapBlocks(s, Wide))
	}
	return out
}

// elements is the access of such a loop, and what becomes of its counter.
func elements(list []kernel.Stmt, i int, l *kernel.Loop) []kernel.Stmt {
	if l.DoWhile || len(l.Head) > 0 || len(l.Body) != 1 || len(l.Post) != 1 || kernel.AgentOf(l.Body[0]) == nil || len(l.Invariants) > 0 {
		return nil
	}
	step, ok := l.Post[0].(*kernel.Assign)
	acc := kernel.Touched(l.Body[0])
	if !ok || acc == nil || acc.Width > 1 || step.Dst.T.Bits < 32 || !isOne(plus(step.X, step.Dst)) {
		return nil
	}
	t := step.Dst
	from, ok := Resolve(list, i, kernel.Ref(t)).(*kernel.Const)
	base := plus(acc.Index, t)
	if kernel.IsRef(acc.Index, t) {
		base = kernel.NewConst(kernel.I64, 0)
	}
	if !ok || from.Val != 0 || base == nil {
		return nil
	}
	bound := kernel.MapExpr(l.Cond, func(e kernel.Expr) kernel.Expr {
		if r, ok := e.(*kernel.VarRef); ok && r.Var != t {
			return Resolve(list, i, e)
		}
		return e
	})
	n := int64(0)
	for ; ; n++ {
		c, known := foldWith(bound, t, n).(*kernel.Const)
		if !known || n > mostWidth {
			return nil
		}
		if c.Val == 0 {
			break
		}
	}
	if n == 0 {
		return nil
	}
	whole := kernel.Access{Array: acc.Array, Index: base, Width: int(n)}
	var one kernel.Stmt
	switch s := l.Body[0].(type) {
	case *kernel.Load:
		c := *s
		c.Acc, one = whole, &c
	case *kernel.Store:
		c := *s
		c.Acc, one = whole, &c
	default:
		// Agents do nothing else that touches memory.
		return nil
	}
	if slices.Contains(kernel.Reads(one), t) { // also in the place of a barrier
		return nil
	}
	return []kernel.Stmt{one, &kernel.Assign{Src: one.Source(), Dst: t, X: kernel.NewConst(t.T, n)}}
}

// plus is x if e is x + v or v + x, nil if it is neither.
func plus(e kernel.Expr, v *kernel.Var) kernel.Expr {
	b, ok := e.(*kernel.Binary)
	switch {
	case !ok || b.Op != kernel.Add:
		return nil
	case kernel.IsRef(b.Y, v):
		return b.X
	case kernel.IsRef(b.X, v):
		return b.Y
	}
	return nil
}

// foldWith is e with a value of v, as far as it can be computed.
func foldWith(e kernel.Expr, v *kernel.Var, n int64) kernel.Expr {
	return kernel.MapExpr(e, func(e kernel.Expr) kernel.Expr {
		if kernel.IsRef(e, v) {
			return kernel.NewConst(v.T, n)
		}
		return kernel.FoldNode(e)
	})
}

func isOne(e kernel.Expr) bool {
	c, ok := e.(*kernel.Const)
	return ok && c.Val == 1
}
