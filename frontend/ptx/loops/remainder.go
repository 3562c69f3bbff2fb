package loops

import (
	"gv2/frontend/cexpr"
	"gv2/frontend/kernel"
	"gv2/frontend/ptx/address"
)

// remainders writes places in rings that have no power of two of slots as sources do. Compilers divide by multiplying with what is
// nearly 2^s / d, and keep a number of bytes,
//
//	(512 * i + 4 * t - 1536 * ((unsigned long)i * 0xaaaaaaab >> 33)) >> 2     becomes   128 * (i % 3) + t
//
// since x - d * (x / d) is x % d, also modulo 2^32.
func remainders(e kernel.Expr, known address.Known) kernel.Expr {
	return kernel.MapExpr(e, func(e kernel.Expr) kernel.Expr {
		b, ok := e.(*kernel.Binary)
		if !ok || b.Op != kernel.Shr {
			return e
		}
		by, constant := b.Y.(*kernel.Const)
		wide, converts := b.X.(*kernel.Convert)
		if !constant || !converts || by.Val < 0 || by.Val > 4 || wide.T != kernel.I64 || wide.X.Type() != kernel.U32 {
			return e
		}
		off, found := address.Of(wide.X, 32), false
		for _, t := range off.Terms {
			if x, d := quotient(t.X); x != nil && t.Factor%d == 0 {
				c := -t.Factor / d
				rest := off.Plus(address.Offset{Width: 32, Terms: []address.Term{t}}, -1).Plus(address.Of(x, 32), -c)
				if len(rest.Terms) < len(off.Terms) {
					left := cexpr.Fold(kernel.Rem, x, kernel.NewConst(kernel.U32, d))
					off, found = rest.Plus(address.Of(left, 32), c), true
				}
			}
		}
		if !found {
			return e
		}
		at, wraps := off.Index(1<<by.Val, known)
		if wraps == address.Exact && address.Range(at, known).Within(address.Between(0, 1<<32-1)) {
			return at
		}
		return e
	})
}

// quotient recognises x / d, where x has 32 bits without sign; nil for others.
func quotient(e kernel.Expr) (x kernel.Expr, d int64) {
	for {
		c, ok := e.(*kernel.Convert)
		if !ok || !c.T.IsInt() || !c.X.Type().IsInt() || c.T.Bits < 32 {
			break
		}
		e = c.X
	}
	b, ok := e.(*kernel.Binary)
	if !ok || b.Op != kernel.Shr || b.Type() != kernel.U64 {
		return nil, 0
	}
	shift, ok := b.Y.(*kernel.Const)
	product, isProduct := b.X.(*kernel.Binary)
	if !ok || !isProduct || product.Op != kernel.Mul || shift.Val < 33 || shift.Val > 40 {
		return nil, 0
	}
	by, ok := product.Y.(*kernel.Const)
	of, converts := product.X.(*kernel.Convert)
	if !ok || !converts || of.X.Type() != kernel.U32 || by.Val <= 0 || by.Val >= 1<<32 {
		return nil, 0
	}
	// x * m >> s is x / d for all x < 2^32 if m * d is 2^s and no more than 2^(s-32) on top (Granlund and Montgomery 1994, theorem 4.2).
	d = int64(1)<<shift.Val/by.Val + 1
	if over := by.Val*d - int64(1)<<shift.Val; d < 3 || d >= 1<<32 || over < 0 || over > int64(1)<<(shift.Val-32) {
		return nil, 0
	}
	return of.X, d
}
