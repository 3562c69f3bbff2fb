package translate

import (
	bits64 "math/bits"

	"gv2/frontend/cexpr"
	"gv2/frontend/kernel"
	"gv2/frontend/ptx/address"
)

// value is what a register holds: a number, an address, or an address that is also used as
// a number.
type value struct {
	// num is the value as a number; nil for an address, whose number follows from it.
	num kernel.Expr
	// ptr is the value as an address, nil if it is none.
	ptr *pointer
	// alt is the value as one of two, at least one of them an address.
	alt *choice
}

// choice is x where a condition holds, else y.
type choice struct {
	cond kernel.Expr
	x, y value
}

// defined reports whether a register has been given a value.
func (v value) defined() bool { return v.num != nil || v.ptr != nil || v.alt != nil }

// depth counts the choices that are made one after the other.
func (v value) depth() int {
	if v.alt == nil {
		return 0
	}
	return 1 + max(v.alt.x.depth(), v.alt.y.depth())
}

// mostChoices bounds them; beyond, a value is a number.
const mostChoices = 4

// pointer is the address of a byte of an array.
type pointer struct {
	sym *symbol
	off address.Offset
}

// mostNodes bounds expressions that are written where they are used instead of being kept
// in a variable.
const mostNodes = 24

// size counts the nodes of an expression, up to a bound.
func size(e kernel.Expr, bound int) int {
	n := 0
	kernel.WalkExpr(e, func(kernel.Expr) bool {
		n++
		return n <= bound
	})
	return n
}

// retype is the integer e read as a type of the same width. Sums and products are computed
// in that type, which is the same modulo 2^width: constants that stand for small negative
// numbers are subtracted, so that no unsigned sum goes beyond its range.
func retype(e kernel.Expr, t kernel.Type) kernel.Expr {
	from := e.Type()
	if c, ok := e.(*kernel.Call); ok && c.Fn == "bits_"+t.String()+"_as_"+from.String() {
		return c.Args[0] // there and back
	}
	if from == t || !from.IsInt() || !t.IsInt() || from.Bits != t.Bits {
		return cexpr.Reinterpret(e, t)
	}
	switch e := e.(type) {
	case *kernel.Convert:
		if e.X.Type().IsInt() && e.X.Type().Bits >= t.Bits {
			if e.X.Type().Bits == t.Bits {
				return retype(e.X, t)
			}
			return cexpr.Convert(e.X, t)
		}
		// From a narrower type the sign of that type decides, if both are extended.
		if inner := e.X.Type(); inner.IsInt() && (!inner.Signed || e.T.Signed || t.Signed) && inner.Bits < t.Bits {
			return cexpr.Convert(e.X, t)
		}
	case *kernel.Binary:
		switch e.Op {
		case kernel.Add, kernel.Sub:
			return sum(e.Op, retype(e.X, t), retype(e.Y, t))
		case kernel.Mul:
			if c, ok := e.Y.(*kernel.Const); ok && c.T.Wrap(c.Val) < 0 {
				break // a product by a negative number
			}
			return cexpr.Fold(e.Op, retype(e.X, t), retype(e.Y, t))
		case kernel.And, kernel.Or, kernel.Xor:
			return cexpr.Fold(e.Op, retype(e.X, t), retype(e.Y, t))
		case kernel.Shl:
			return cexpr.Fold(e.Op, retype(e.X, t), e.Y)
		default:
			// Others depend on the sign.
		}
	case *kernel.Cond:
		return kernel.FoldNode(&kernel.Cond{C: e.C, X: retype(e.X, t), Y: retype(e.Y, t)})
	default:
		// Others are converted as a whole.
	}
	return cexpr.Convert(e, t)
}

// asArithmetic writes an integer expression as the arithmetic that a compiler made it from:
// a shift by a constant is a product, an or of bits that are zero on the other side a sum.
func asArithmetic(e kernel.Expr) kernel.Expr {
	b, ok := e.(*kernel.Binary)
	if !ok {
		return e
	}
	c, constant := b.Y.(*kernel.Const)
	switch {
	case b.Op == kernel.Add || b.Op == kernel.Sub:
		return sum(b.Op, b.X, b.Y)
	case b.Op == kernel.Shl && constant && c.Val > 0 && c.Val < int64(b.Type().Bits-1) && b.Type().Bits >= 32:
		if _, one := b.X.(*kernel.Const); !one {
			return cexpr.Fold(kernel.Mul, b.X, kernel.NewConst(b.Type(), 1<<c.Val))
		}
	case b.Op == kernel.And && constant && c.Val == 1:
		// The last bit of ^x is that of x + 1.
		if u, ok := kernel.StripSameWidth(b.X).(*kernel.Unary); ok && u.Op == kernel.BitNot {
			return cexpr.Fold(kernel.And, sum(kernel.Add, retype(u.X, b.Type()), kernel.NewConst(b.Type(), 1)), b.Y)
		}
	case b.Op == kernel.Or && constant && c.Val > 0 && address.TrailingZeros(b.X) >= bits64.Len64(uint64(c.Val)):
		return cexpr.Fold(kernel.Add, b.X, b.Y)
	}
	return e
}

// sum is x + y or x - y, where a constant that is negative as a signed number changes the
// operation.
func sum(op kernel.BinaryOp, x, y kernel.Expr) kernel.Expr {
	if op == kernel.Add {
		if _, ok := x.(*kernel.Const); ok {
			x, y = y, x
		}
	}
	t := x.Type()
	if c, ok := y.(*kernel.Const); ok {
		signed := t
		signed.Signed = true
		if n := signed.Wrap(c.Val); n < 0 && n != signed.Wrap(-n) {
			y = kernel.NewConst(t, -n)
			if op == kernel.Add {
				op = kernel.Sub
			} else {
				op = kernel.Add
			}
		}
	}
	return cexpr.Fold(op, x, y)
}

// withSign shifts and divides what counters of loops make as numbers with a sign, as the counters are, where those are certainly not negative.
func withSign(e kernel.Expr, known address.Known) kernel.Expr {
	b, ok := e.(*kernel.Binary)
	if !ok || b.Type().Signed || b.Op != kernel.Shr && b.Op != kernel.Div && b.Op != kernel.Rem {
		return e
	}
	c, constant := b.Y.(*kernel.Const)
	t := b.Type()
	t.Signed = true
	x := retype(b.X, t)
	if !constant || c.Val <= 0 || !counts(x, known) || !address.Range(x, known).Within(address.Between(0, 1<<(t.Bits-1)-1)) {
		return e
	}
	by := b.Y
	if b.Op != kernel.Shr {
		if by = retype(b.Y, t); by.(*kernel.Const).Val <= 0 {
			return e
		}
	}
	return cexpr.Convert(cexpr.Fold(b.Op, x, by), b.Type())
}

// counts reports whether an expression reads the counter of a loop.
func counts(e kernel.Expr, known address.Known) bool {
	found := false
	kernel.WalkExpr(e, func(e kernel.Expr) bool {
		if r, ok := e.(*kernel.VarRef); ok {
			_, ranged := known.Vars[r.Var]
			found = found || ranged
		}
		return !found
	})
	return found
}
