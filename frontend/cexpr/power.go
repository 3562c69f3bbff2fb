package cexpr

import "gv2/frontend/kernel"

// OddPart is the odd part of x, an unsigned number that is not 0.
func OddPart(x kernel.Expr) kernel.Expr {
	minus := Binary(kernel.Sub, kernel.NewConst(x.Type(), 0), x)
	return Binary(kernel.Div, x, Binary(kernel.And, x, minus))
}

// PowerOfTwo is the condition that the odd part of a number is 1 in a form that is simpler; other
// conditions stay as they are.
func PowerOfTwo(e kernel.Expr) kernel.Expr {
	b, ok := e.(*kernel.Binary)
	if !ok || b.Op != kernel.Eq {
		return e
	}
	q, isQuotient := b.X.(*kernel.Binary)
	one, isNumber := b.Y.(*kernel.Const)
	if !isQuotient || !isNumber || one.Val != 1 || q.Op != kernel.Div || !Same(q, OddPart(q.X)) || q.X.Type().Signed {
		return e
	}
	less := Binary(kernel.Sub, q.X, kernel.NewConst(q.X.Type(), 1))
	return Binary(kernel.Eq, Binary(kernel.And, q.X, less), kernel.NewConst(q.X.Type(), 0))
}
