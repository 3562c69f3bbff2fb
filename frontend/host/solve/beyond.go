package solve

import (
	"gv2/frontend/cexpr"
	"gv2/frontend/kernel"
)

// Beyond reports whether x, a comparison of a value with a number, cannot hold where c, one of the same value with a number, does:
// n > 99 where n <= 64.
func Beyond(x, c kernel.Expr) bool {
	a, least, most := between(x)
	b, low, high := between(c)
	return a != nil && b != nil && cexpr.Same(a, b) && (least > high || low > most)
}

// between is a value with the numbers between which a comparison keeps it; nil for other conditions, and where numbers of 64 bits do
// not fit.
func between(e kernel.Expr) (x kernel.Expr, low, high int64) {
	b, ok := e.(*kernel.Binary)
	if !ok {
		return nil, 0, 0
	}
	op, k := b.Op, b.Y
	if _, number := b.X.(*kernel.Const); number {
		x, k = b.Y, b.X
		op = map[kernel.BinaryOp]kernel.BinaryOp{kernel.Lt: kernel.Gt, kernel.Le: kernel.Ge, kernel.Gt: kernel.Lt, kernel.Ge: kernel.Le, kernel.Eq: kernel.Eq}[b.Op]
	} else {
		x = b.X
	}
	n, ok := k.(*kernel.Const)
	t := x.Type()
	if !ok || !t.IsInt() || t != n.T || t.Bits > 32 {
		return nil, 0, 0
	}
	low, high = 0, int64(1)<<t.Bits-1
	if t.Signed {
		low, high = -1<<(t.Bits-1), 1<<(t.Bits-1)-1
	}
	switch op {
	case kernel.Lt:
		high = n.Val - 1
	case kernel.Le:
		high = n.Val
	case kernel.Gt:
		low = n.Val + 1
	case kernel.Ge:
		low = n.Val
	case kernel.Eq:
		low, high = n.Val, n.Val
	default:
		return nil, 0, 0
	}
	return x, low, high
}
