package tensor

import "gv2/frontend/kernel"

// Copies to several blocks of a cluster. One statement stands for each block that gets the box, with the distance of that block
// added to the index of its barrier. Where all blocks execute them alike, a barrier gets the box of each of the blocks,
// which is what the statements of one block say of the barriers of all.

// own is an index without the distance to another block that is added to it, and whether there was one.
func own(index kernel.Expr) (kernel.Expr, bool) {
	far := func(e kernel.Expr) bool {
		m, is := e.(*kernel.Binary)
		return is && m.Op == kernel.Mul && kernel.IsDistance(m.X)
	}
	if far(index) {
		return kernel.NewConst(index.Type(), 0), true
	}
	if sum, is := index.(*kernel.Binary); is && sum.Op == kernel.Add && far(sum.Y) {
		return sum.X, true
	}
	return index, false
}

// varying are the variables that may have other values in other blocks.
func varying(body []kernel.Stmt) map[*kernel.Var]bool {
	vars := map[*kernel.Var]bool{}
	for grown := true; grown; {
		grown = false
		kernel.Walk(body, func(s kernel.Stmt) bool {
			dst := kernel.Assigned(s)
			if dst == nil || vars[dst] {
				return true
			}
			_, plain := s.(*kernel.Assign)
			if !plain || varies(s, vars) { // what memory holds, say, may differ
				vars[dst], grown = true, true
			}
			return true
		})
	}
	return vars
}

// varies reports whether an expression of s itself may have another value in another block.
func varies(s kernel.Stmt, vars map[*kernel.Var]bool) bool {
	found := false
	kernel.Exprs(s, func(e kernel.Expr) {
		kernel.WalkExpr(e, func(e kernel.Expr) bool {
			switch e := e.(type) {
			case *kernel.VarRef:
				found = found || vars[e.Var]
			case *kernel.Builtin:
				found = found || e.Kind == kernel.ClusterRank || e.Kind == kernel.BlockIdx
			default:
				// Others are as their operands are.
			}
			return !found
		})
	})
	return found
}
