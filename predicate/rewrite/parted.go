package rewrite

import "gv2/frontend/kernel"

// PartedConditions takes conditions around barriers apart that say both which threads go on and whether any do,
//
//	if (t == 128 && n > 0) { ... }    becomes    if (t == 128) { if (n > 0) { ... } }
//
// also where they stand negated, as !(t != 128 || n < 1). What a role of threads does, and how often it meets at a
// barrier, is read off conditions of one kind.
func PartedConditions(k *kernel.Kernel) *kernel.Kernel {
	changed := false
	body := replaced(k.Body, func(s kernel.Stmt) []kernel.Stmt {
		branch, is := s.(*kernel.If)
		if !is || len(branch.Else) > 0 || !kernel.Any(branch.Then, isBarrier) {
			return []kernel.Stmt{s}
		}
		x, y, ok := conjuncts(branch.Cond)
		if !ok || ofLaunch(x) == ofLaunch(y) {
			return []kernel.Stmt{s}
		}
		changed = true
		return []kernel.Stmt{&kernel.If{Src: branch.Src, Cond: x, Then: []kernel.Stmt{&kernel.If{Src: branch.Src, Cond: y, Then: branch.Then}}}}
	})
	if !changed {
		return k
	}
	out := *k
	out.Body = body
	return &out
}

// conjuncts are x and y of a condition x && y.
func conjuncts(e kernel.Expr) (x, y kernel.Expr, ok bool) {
	switch e := e.(type) {
	case *kernel.Binary:
		return e.X, e.Y, e.Op == kernel.LAnd
	case *kernel.Unary:
		if or, is := e.X.(*kernel.Binary); is && e.Op == kernel.Not && or.Op == kernel.LOr {
			return kernel.FoldNode(kernel.Negated(or.X)), kernel.FoldNode(kernel.Negated(or.Y)), true
		}
	default:
		// Others are of one part.
	}
	return nil, nil, false
}

// ofLaunch reports whether an expression reads nothing but parameters and sizes, which are the same for all threads of a block.
func ofLaunch(e kernel.Expr) bool {
	same := true
	kernel.WalkExpr(e, func(e kernel.Expr) bool {
		switch e := e.(type) {
		case *kernel.VarRef:
			same = same && e.Var.Param
		case *kernel.Builtin:
			same = same && (e.Kind == kernel.BlockIdx || e.Kind == kernel.BlockDim || e.Kind == kernel.GridDim)
		default:
			// Others are what their operands are.
		}
		return same
	})
	return same
}
