package steps

import (
	"gv2/frontend/cexpr"
	"gv2/frontend/kernel"
)

// By is a change whose operand is known.
type By struct {
	Op string
	N  int64
}

// Loop is what a loop does to one variable.
type Loop struct {
	// First is what the variable is before it.
	First kernel.Expr
	// Changes are all that there are. Once: each of them is made once in an iteration at most.
	Changes []By
	Once    bool
	// Op and Bound are of the comparison Op of the variable with Bound that each iteration begins with; Bound does not change.
	// Op may stand alone.
	Op    string
	Bound kernel.Expr
	// Known are conditions that hold before the loop.
	Known []kernel.Expr
}

// Invariants are conditions on now, the variable in the loop and behind it.
func (l Loop) Invariants(now kernel.Expr) []kernel.Expr {
	t := l.First.Type()
	zero := kernel.NewConst(t, 0)
	natural := l.natural(l.First)
	grows, falls, shifted := true, true, false
	total := int64(1) // by which an iteration multiplies at most
	powers := true
	for _, c := range l.Changes {
		switch c.Op {
		case "*=", "<<=":
			by := c.N
			if c.Op == "<<=" {
				if c.N < 0 || c.N >= int64(t.Bits) || c.N > 30 {
					return nil
				}
				by, shifted = 1<<c.N, true
			}
			if by < 1 || by > 1<<30 || total > 1<<30 {
				return nil
			}
			total *= by
			falls = falls && by == 1
			powers = powers && by&(by-1) == 0
		case "/=":
			if c.N < 1 {
				return nil
			}
			grows = grows && c.N == 1
			powers = powers && c.N&(c.N-1) == 0
		case ">>=":
			if c.N < 0 || c.N >= int64(t.Bits) {
				return nil
			}
			grows = grows && c.N == 0
		default:
			return l.counted(now, c)
		}
	}
	powers = powers && l.power(l.First)
	out := l.bounds(now, grows, falls, shifted, powers, total)
	if powers {
		less := cexpr.Binary(kernel.Sub, now, kernel.NewConst(t, 1))
		is := cexpr.Binary(kernel.Eq, cexpr.Binary(kernel.And, now, less), zero)
		if t.Signed && (shifted || !natural) {
			is = cexpr.Binary(kernel.LOr, cexpr.Binary(kernel.Le, now, zero), is) // a shift into the sign
		}
		out = append(out, is)
	}
	return out
}

// bounds are those of a variable that only grows or only falls.
func (l Loop) bounds(now kernel.Expr, grows, falls, shifted, powers bool, total int64) (out []kernel.Expr) {
	t := l.First.Type()
	zero, natural := kernel.NewConst(t, 0), l.natural(l.First)
	switch {
	case falls:
		below := cexpr.Binary(kernel.Le, now, l.First)
		switch {
		case !natural: // a negative number stays one, or becomes 0
			if cexpr.IsConst(l.First) {
				break
			}
			out = append(out, cexpr.Binary(kernel.LOr, cexpr.Binary(kernel.Le, now, zero), below))
		case t.Signed:
			out = append(out, below, cexpr.Binary(kernel.Ge, now, zero))
		default:
			out = append(out, below)
		}
		if most, ok := l.most(l.First); ok && natural && !cexpr.IsConst(l.First) {
			out = append(out, cexpr.Binary(kernel.Le, now, kernel.NewConst(t, most)))
		}
	case grows && natural:
		above := cexpr.Binary(kernel.Ge, now, l.First)
		if t.Signed && !shifted {
			return append(out, above) // a product of signed numbers does not overflow
		}
		if wraps := l.wraps(t, total); wraps != nil {
			above := cexpr.Binary(kernel.LOr, above, wraps)
			out = append(out, above)
			if k, ok := wraps.(*kernel.Const); ok && k.Val == 0 {
				return out
			}
		}
		if powers { // the bit is shifted into the sign, and then out of the number
			none := cexpr.Binary(kernel.Le, now, zero)
			if !t.Signed {
				none = cexpr.Binary(kernel.Eq, now, zero)
			}
			out = append(out, cexpr.Binary(kernel.LOr, none, above))
		}
	}
	return out
}

// counted are the invariants of a loop that only adds or subtracts once.
func (l Loop) counted(now kernel.Expr, c By) []kernel.Expr {
	if len(l.Changes) != 1 || c.N < 1 {
		return nil
	}
	signed, once := l.First.Type().Signed, l.Once && c.N == 1
	switch {
	case c.Op == "+=" && (signed || once && l.Op == "<"): // a sum of signed numbers does not overflow, an unsigned one wraps around
		return []kernel.Expr{cexpr.Binary(kernel.Ge, now, l.First)}
	case c.Op == "-=" && (signed || once && l.Op == ">"):
		return []kernel.Expr{cexpr.Binary(kernel.Le, now, l.First)}
	}
	return nil
}

// wraps is the condition without which the changes of an iteration, which begins with v < bound or v <= bound, multiply v without
// wrapping around or shifting a bit into the sign; nil if nothing is known.
func (l Loop) wraps(t kernel.Type, total int64) kernel.Expr {
	if l.Bound == nil || !l.Bound.Type().IsInt() || !l.Once || l.Op != "<" && l.Op != "<=" {
		return nil
	}
	most := int64(uint64(1)<<(t.Bits-1) - 1)
	common := cexpr.CommonType(t, l.Bound.Type())
	if !t.Signed && t.Bits == 32 {
		most = 1<<32 - 1
	}
	return cexpr.Binary(kernel.Gt, cexpr.Convert(l.Bound, common), kernel.NewConst(common, most/total))
}

// power reports whether x is a power of two where it is positive; an unsigned one is that, or 0.
func (l Loop) power(x kernel.Expr) bool {
	t := x.Type()
	switch e := x.(type) {
	case *kernel.Const:
		return e.Val >= 0 && e.Val&(e.Val-1) == 0
	case *kernel.Convert:
		from := e.X.Type()
		if from.IsInt() && t.IsInt() && l.power(e.X) && (!t.Signed && l.natural(e.X) || t.Signed && from.Signed && from.Bits <= t.Bits || from.Bits < t.Bits && l.natural(e.X) || t.Signed && !from.Signed && from.Bits == t.Bits) {
			return true
		}
	case *kernel.Binary:
		if k, ok := e.Y.(*kernel.Const); ok && k.Val > 0 && l.power(e.X) {
			switch e.Op {
			case kernel.Div:
				if k.Val&(k.Val-1) == 0 {
					return true
				}
			case kernel.Shr:
				if k.Val < int64(t.Bits) {
					return true
				}
			case kernel.Mul:
				if k.Val&(k.Val-1) == 0 && (!t.Signed || l.natural(e.X)) {
					return true
				}
			case kernel.Shl:
				if k.Val < int64(t.Bits) && (!t.Signed || l.natural(e.X)) {
					return true
				}
			default:
				// Others do not keep powers of two.
			}
		}
		if k, ok := e.Y.(*kernel.Const); ok && k.Val == 1 && e.Op == kernel.Add && smeared(e.X) {
			return true
		}
	default:
		// A condition may tell.
	}
	zero, less := kernel.NewConst(t, 0), cexpr.Binary(kernel.Sub, x, kernel.NewConst(t, 1))
	if !t.IsInt() || t.Bits < 32 {
		return false
	}
	is := cexpr.Binary(kernel.Eq, cexpr.Binary(kernel.And, x, less), zero)
	return l.holds(is) || l.holds(cexpr.Binary(kernel.LOr, cexpr.Binary(kernel.Le, x, zero), is))
}

func (l Loop) holds(c kernel.Expr) bool {
	for _, k := range l.Known {
		if cexpr.Same(k, c) {
			return true
		}
	}
	return false
}

// smeared recognises x | x >> 1, that | itself >> 2, and so on with 4, 8 and 16: all bits below the highest one of x are set. For 64 bits
// one more is needed.
func smeared(x kernel.Expr) bool {
	by := int64(x.Type().Bits) / 2
	for ; by > 0; by /= 2 {
		or, ok := x.(*kernel.Binary)
		if !ok || or.Op != kernel.Or {
			return false
		}
		shift, ok := or.Y.(*kernel.Binary)
		if !ok || shift.Op != kernel.Shr || !cexpr.Same(shift.X, or.X) {
			return false
		}
		if k, ok := shift.Y.(*kernel.Const); !ok || k.Val != by {
			return false
		}
		x = or.X
	}
	return true
}

// most is the largest number that x may be by what conditions say of the variable that it divides.
func (l Loop) most(x kernel.Expr) (n int64, ok bool) {
	t := x.Type()
	if !t.IsInt() || t.Bits != 32 {
		return 0, false
	}
	for _, c := range l.Known {
		b, isBinary := c.(*kernel.Binary)
		if !isBinary || b.Op != kernel.Lt && b.Op != kernel.Le || !cexpr.Same(b.X, x) {
			continue
		}
		k, isNumber := b.Y.(*kernel.Const)
		if !isNumber || k.T != t {
			continue
		}
		if b.Op == kernel.Le {
			return k.Val, true
		}
		return k.Val - 1, k.Val > 0 || t.Signed && k.Val > -1<<31
	}
	b, isBinary := x.(*kernel.Binary)
	if !isBinary || b.Op != kernel.Div && b.Op != kernel.Shr {
		return 0, false
	}
	k, isNumber := b.Y.(*kernel.Const)
	if n, ok = l.most(b.X); !ok || !isNumber || k.Val < 0 || n < 0 {
		return 0, false
	}
	switch {
	case b.Op == kernel.Div && k.Val > 0:
		return n / k.Val, true
	case b.Op == kernel.Shr && k.Val < int64(t.Bits):
		return n >> k.Val, true
	}
	return 0, false
}

// natural reports whether x is known not to be negative.
func (l Loop) natural(x kernel.Expr) bool {
	t := x.Type()
	if t.IsInt() && !t.Signed || t.Kind == kernel.Bool {
		return true
	}
	switch e := x.(type) {
	case *kernel.Const:
		return e.Val >= 0
	case *kernel.Convert:
		from := e.X.Type()
		if (from.IsInt() || from.Kind == kernel.Bool) && l.natural(e.X) && (from.Bits < t.Bits || from.Bits == t.Bits && from.Signed || from.Kind == kernel.Bool) {
			return true
		}
	case *kernel.Binary:
		k, ok := e.Y.(*kernel.Const)
		switch {
		case !ok || k.Val <= 0:
		case (e.Op == kernel.Div || e.Op == kernel.Shr || e.Op == kernel.Mul) && l.natural(e.X): // a product of signed numbers does not overflow
			return true
		case e.Op == kernel.Add && l.natural(e.X):
			return true
		}
	default:
		// A condition may tell.
	}
	for _, c := range l.Known {
		b, ok := c.(*kernel.Binary)
		if !ok || !b.Op.IsComparison() {
			continue
		}
		for _, side := range []struct {
			v, k kernel.Expr
			op   kernel.BinaryOp
		}{{b.X, b.Y, b.Op}, {b.Y, b.X, turned[b.Op]}} {
			k, isNumber := side.k.(*kernel.Const)
			if isNumber && k.T.Signed && cexpr.Same(side.v, x) && (side.op == kernel.Ge && k.Val >= 0 || side.op == kernel.Gt && k.Val >= -1 || side.op == kernel.Eq && k.Val >= 0) {
				return true
			}
		}
	}
	return false
}

var turned = map[kernel.BinaryOp]kernel.BinaryOp{kernel.Lt: kernel.Gt, kernel.Le: kernel.Ge, kernel.Gt: kernel.Lt, kernel.Ge: kernel.Le, kernel.Eq: kernel.Eq}
