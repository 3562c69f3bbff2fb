package annotation

import "gv2/frontend/kernel"

// ConstantlyTrue reports whether a condition is the constant true.
func ConstantlyTrue(e kernel.Expr) bool {
	c, ok := e.(*kernel.Const)
	return ok && c.Val != 0
}
