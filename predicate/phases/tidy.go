package phases

import "gv2/frontend/kernel"

// tidy is k in a form in which later stages see how slots and parities go round: variables that are set once, to a constant,
// are that constant, and what is set together with a slot that wraps around is set before it,
//
//	v := e; if (v == 3) { v := 0; w := f(w) }       w := e == 3 ? f(w) : w; v := e; if (v == 3) v := 0
func tidy(k *kernel.Kernel) *kernel.Kernel {
	out := *k
	out.Body = wide(wrapping(withConstants(k.Body)))
	return &out
}

// withConstants puts constants in place of the variables that one statement outside of all others sets.
func withConstants(body []kernel.Stmt) []kernel.Stmt {
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

// wrapping takes what is set together with a slot out of the condition.
func wrapping(list []kernel.Stmt) []kernel.Stmt {
	var out []kernel.Stmt
	for i, s := range list {
		s = kernel.MapBlocks(s, wrapping)
		if n := len(out); i > 0 && n > 0 {
			first := out[n-1]
			if before, slot, ok := parted(first, s); ok {
				out = append(append(out[:n-1], before...), first, slot)
				continue
			}
		}
		out = append(out, s)
	}
	return out
}

// parted are the assignments that may come before v := e, and what is left of the if behind it.
func parted(first, second kernel.Stmt) (before []kernel.Stmt, slot kernel.Stmt, ok bool) {
	a, isAssign := first.(*kernel.Assign)
	b, isIf := second.(*kernel.If)
	if !isAssign || !isIf || len(b.Else) > 0 || len(b.Then) < 2 {
		return nil, nil, false
	}
	cond, compares := b.Cond.(*kernel.Binary)
	if !compares || !cond.Op.IsComparison() || !kernel.IsRef(kernel.StripSameWidth(cond.X), a.Dst) || mentions(cond.Y, a.Dst) {
		return nil, nil, false
	}
	early := kernel.MapExpr(cond, func(e kernel.Expr) kernel.Expr {
		if kernel.IsRef(e, a.Dst) {
			return a.X
		}
		return e
	})
	set := map[*kernel.Var]bool{}
	for _, s := range b.Then {
		w, ok := s.(*kernel.Assign)
		switch {
		case !ok || set[w.Dst]:
			return nil, nil, false
		case w.Dst == a.Dst:
			if _, constant := w.X.(*kernel.Const); !constant || slot != nil {
				return nil, nil, false
			}
			only := *b
			only.Then = []kernel.Stmt{w}
			slot = &only
		default:
			if mentions(w.X, a.Dst) || mentions(a.X, w.Dst) || mentions(cond, w.Dst) {
				return nil, nil, false
			}
			for v := range set {
				if mentions(w.X, v) {
					return nil, nil, false
				}
			}
			c := *w
			c.X = &kernel.Cond{C: early, X: w.X, Y: kernel.Ref(w.Dst)}
			before = append(before, &c)
			set[w.Dst] = true
		}
	}
	return before, slot, slot != nil
}

// mostWidth bounds the elements of a loop that becomes one access.
const mostWidth = 1 << 12

// wide makes one access of a loop in which an agent accesses one element after the other,
//
//	t := 0; while (t * 4 < 64) { a[b + t] } post { t := t + 1 }       a[b +: 16]; t := 16
func wide(list []kernel.Stmt) []kernel.Stmt {
	out := make([]kernel.Stmt, 0, len(list))
	for i, s := range list {
		if l, ok := s.(*kernel.Loop); ok {
			if both := elements(list, i, l); both != nil {
				out = append(out, both...)
				continue
			}
		}
		out = append(out, kernel.MapBlocks(s, wide))
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
	if !ok || acc == nil || acc.Width > 1 || !isOne(plus(step.X, step.Dst)) {
		return nil
	}
	t := step.Dst
	from, ok := resolve(list, i, kernel.Ref(t)).(*kernel.Const)
	base := plus(acc.Index, t)
	if !ok || from.Val != 0 || base == nil || mentions(base, t) {
		return nil
	}
	bound := kernel.MapExpr(l.Cond, func(e kernel.Expr) kernel.Expr {
		if r, ok := e.(*kernel.VarRef); ok && r.Var != t {
			return resolve(list, i, e)
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
	src := l.Body[0].Source()
	after := &kernel.Assign{Src: src, Dst: t, X: kernel.NewConst(t.T, n)}
	switch s := l.Body[0].(type) {
	case *kernel.Load:
		c := *s
		c.Acc.Index, c.Acc.Width = base, int(n)
		return []kernel.Stmt{&c, after}
	case *kernel.Store:
		c := *s
		c.Acc.Index, c.Acc.Width = base, int(n)
		return []kernel.Stmt{&c, after}
	default:
		// Agents do nothing else that touches memory.
		return nil
	}
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
