package cexpr

import "gv2/frontend/kernel"

// Same reports whether two expressions have the same structure; false may be wrong.
func Same(a, b kernel.Expr) bool {
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	if a == b {
		return true
	}
	switch x := a.(type) {
	case *kernel.Const:
		y, ok := b.(*kernel.Const)
		return ok && *x == *y
	case *kernel.VarRef:
		y, ok := b.(*kernel.VarRef)
		return ok && x.Var == y.Var
	case *kernel.Builtin:
		y, ok := b.(*kernel.Builtin)
		return ok && *x == *y
	case *kernel.Unary:
		y, ok := b.(*kernel.Unary)
		return ok && x.Op == y.Op && Same(x.X, y.X)
	case *kernel.Binary:
		y, ok := b.(*kernel.Binary)
		return ok && x.Op == y.Op && Same(x.X, y.X) && Same(x.Y, y.Y)
	case *kernel.Convert:
		y, ok := b.(*kernel.Convert)
		return ok && x.T == y.T && Same(x.X, y.X)
	case *kernel.Cond:
		y, ok := b.(*kernel.Cond)
		return ok && Same(x.C, y.C) && Same(x.X, y.X) && Same(x.Y, y.Y)
	default:
		// Others are not compared.
		return false
	}
}
