package phases

import (
	"gv2/frontend/kernel"
	"gv2/predicate/fact"
	"gv2/predicate/folded"
)

// tidy is k in a form in which later stages see how slots and parities go round: variables that are set once, to a constant,
// are that constant, and what is set together with a slot that wraps around is set before it,
//
//	v := e; if (v == 3) { v := 0; w := f(w) }       w := e == 3 ? f(w) : w; v := e; if (v == 3) v := 0
//
// and compilers' form of the same is that:
//
//	w := w ^ (e == 3 ? 1 : 0)                       w := e == 3 ? w ^ 1 : w
func tidy(k *kernel.Kernel) *kernel.Kernel {
	out := *k
	out.Body = folded.Constants(decided(k))
	out = *narrowed(&out)
	out.Body = folded.Wide(wrapping(flipping(out.Body)))
	return &out
}

// flipping takes the choice whether bits change out of the change.
func flipping(list []kernel.Stmt) []kernel.Stmt {
	return kernel.Rewrite(list, func(_, s kernel.Stmt) []kernel.Stmt {
		return []kernel.Stmt{kernel.MapExprs(s, func(e kernel.Expr) kernel.Expr { return kernel.MapExpr(e, flipped) })}
	})
}

func flipped(e kernel.Expr) kernel.Expr {
	b, ok := e.(*kernel.Binary)
	if !ok || b.Op != kernel.Xor {
		return e
	}
	x, choice := b.X, kernel.StripSameWidth(b.Y)
	if _, first := kernel.StripSameWidth(x).(*kernel.Cond); first {
		x, choice = b.Y, kernel.StripSameWidth(x)
	}
	c, ok := choice.(*kernel.Cond)
	if !ok {
		return e
	}
	change, constant := c.X.(*kernel.Const)
	none, zero := c.Y.(*kernel.Const)
	if !constant || !zero || none.Val != 0 {
		return e
	}
	return &kernel.Cond{C: c.C, X: kernel.Bin(kernel.Xor, x, kernel.NewConst(b.Type(), b.Type().Wrap(change.Val))), Y: x}
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
	if !compares || !cond.Op.IsComparison() || !kernel.IsRef(kernel.StripSameWidth(cond.X), a.Dst) || fact.ReadsVar(cond.Y, a.Dst) {
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
			if fact.ReadsVar(w.X, a.Dst) || fact.ReadsVar(a.X, w.Dst) || fact.ReadsVar(cond, w.Dst) {
				return nil, nil, false
			}
			for v := range set {
				if fact.ReadsVar(w.X, v) {
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
