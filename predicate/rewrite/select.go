package rewrite

import (
	"gv2/frontend/kernel"
)

// Select writes a value that wraps around as one expression, so that later stages
// see how it steps from one iteration to the next:
//
//	v := e; if (v == 3) v := 0       v := e == 3 ? 0 : e
func Select(k *kernel.Kernel) *kernel.Kernel {
	c := *k
	c.Body = selected(k.Body)
	return &c
}

func selected(stmts []kernel.Stmt) []kernel.Stmt {
	var out []kernel.Stmt
	for i := 0; i < len(stmts); i++ {
		s := kernel.MapBlocks(stmts[i], selected)
		if i+1 < len(stmts) {
			if w := wrapped(s, stmts[i+1]); w != nil {
				s = w
				i++
			}
		}
		out = append(out, s)
	}
	return out
}

// wrapped is v := e combined with the if after it, nil for other statements.
func wrapped(first, second kernel.Stmt) kernel.Stmt {
	a, isAssign := first.(*kernel.Assign)
	b, isIf := second.(*kernel.If)
	if !isAssign || !isIf || len(b.Then) != 1 || len(b.Else) != 0 || a.Dst.T.Kind != kernel.Int {
		return nil
	}
	again, ok := b.Then[0].(*kernel.Assign)
	if !ok || again.Dst != a.Dst || !isConst(again.X) {
		return nil
	}
	cond, ok := b.Cond.(*kernel.Binary)
	if !ok || !cond.Op.IsComparison() || !kernel.IsRef(kernel.StripSameWidth(cond.X), a.Dst) || !isConst(cond.Y) {
		return nil
	}
	c := *a
	c.X = &kernel.Cond{C: shifted(cond, map[*kernel.Var]kernel.Expr{a.Dst: a.X}), X: again.X, Y: a.X}
	return &c
}
