package address

import (
	"slices"

	"gv2/frontend/kernel"
)

// same reports whether two expressions are written the same, so that they have one value.
func same(x, y kernel.Expr) bool {
	if x == y {
		return true
	}
	switch x := x.(type) {
	case *kernel.Const:
		y, ok := y.(*kernel.Const)
		return ok && *x == *y
	case *kernel.FloatConst:
		y, ok := y.(*kernel.FloatConst)
		return ok && *x == *y
	case *kernel.VarRef:
		y, ok := y.(*kernel.VarRef)
		return ok && x.Var == y.Var
	case *kernel.Builtin:
		y, ok := y.(*kernel.Builtin)
		return ok && *x == *y
	case *kernel.Unary:
		y, ok := y.(*kernel.Unary)
		return ok && x.Op == y.Op && same(x.X, y.X)
	case *kernel.Binary:
		y, ok := y.(*kernel.Binary)
		return ok && x.Op == y.Op && same(x.X, y.X) && same(x.Y, y.Y)
	case *kernel.Cond:
		y, ok := y.(*kernel.Cond)
		return ok && same(x.C, y.C) && same(x.X, y.X) && same(x.Y, y.Y)
	case *kernel.Convert:
		y, ok := y.(*kernel.Convert)
		return ok && x.T == y.T && same(x.X, y.X)
	case *kernel.Call:
		y, ok := y.(*kernel.Call)
		return ok && x.T == y.T && x.Fn == y.Fn && slices.EqualFunc(x.Args, y.Args, same)
	default:
		// Others are never terms.
		return false
	}
}
