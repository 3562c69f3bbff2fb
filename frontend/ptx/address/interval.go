package address

import (
	"math/big"
	"math/bits"

	"gv2/frontend/kernel"
)

// Interval is the integers from Lo to Hi.
type Interval struct{ Lo, Hi *big.Int }

func interval(lo, hi int64) Interval { return Interval{big.NewInt(lo), big.NewInt(hi)} }

// Within reports whether all of i is in o.
func (i Interval) Within(o Interval) bool { return i.Lo.Cmp(o.Lo) >= 0 && i.Hi.Cmp(o.Hi) <= 0 }

func (i Interval) plus(o Interval) Interval {
	return Interval{new(big.Int).Add(i.Lo, o.Lo), new(big.Int).Add(i.Hi, o.Hi)}
}

func (i Interval) minus(o Interval) Interval {
	return Interval{new(big.Int).Sub(i.Lo, o.Hi), new(big.Int).Sub(i.Hi, o.Lo)}
}

func (i Interval) times(o Interval) Interval {
	var out Interval
	for _, x := range []*big.Int{i.Lo, i.Hi} {
		for _, y := range []*big.Int{o.Lo, o.Hi} {
			p := new(big.Int).Mul(x, y)
			if out.Lo == nil || p.Cmp(out.Lo) < 0 {
				out.Lo = p
			}
			if out.Hi == nil || p.Cmp(out.Hi) > 0 {
				out.Hi = p
			}
		}
	}
	return out
}

// Join is the least interval that holds both.
func (i Interval) Join(o Interval) Interval {
	out := i
	if o.Lo.Cmp(i.Lo) < 0 {
		out.Lo = o.Lo
	}
	if o.Hi.Cmp(i.Hi) > 0 {
		out.Hi = o.Hi
	}
	return out
}

// Meet is the integers that both hold; its ends have passed each other if there are none.
func (i Interval) Meet(o Interval) Interval {
	out := i
	if o.Lo.Cmp(i.Lo) > 0 {
		out.Lo = o.Lo
	}
	if o.Hi.Cmp(i.Hi) < 0 {
		out.Hi = o.Hi
	}
	return out
}

// Above is i without its least integer.
func (i Interval) Above() Interval { return Interval{new(big.Int).Add(i.Lo, big.NewInt(1)), i.Hi} }

// Below is i without its greatest integer.
func (i Interval) Below() Interval { return Interval{i.Lo, new(big.Int).Sub(i.Hi, big.NewInt(1))} }

// ofTypes are the values of the usual types, by sign and width, which are asked for all the
// time. Nothing changes an interval once it is made.
var ofTypes = func() (all [2][7]Interval) {
	for i, signed := range []bool{false, true} {
		for _, n := range []int{8, 16, 32, 64} {
			all[i][bits.TrailingZeros(uint(n))] = ofType(kernel.Type{Kind: kernel.Int, Bits: n, Signed: signed})
		}
	}
	return all
}()

// truths is the values of a truth value.
var truths = interval(0, 1)

// OfType is the values of an integer type or truth value.
func OfType(t kernel.Type) Interval {
	if t.Kind != kernel.Int {
		return truths
	}
	sign := 0
	if t.Signed {
		sign = 1
	}
	if n := bits.TrailingZeros(uint(t.Bits)); n < len(ofTypes[sign]) && t.Bits == 1<<n && ofTypes[sign][n].Lo != nil {
		return ofTypes[sign][n]
	}
	return ofType(t)
}

func ofType(t kernel.Type) Interval {
	one := big.NewInt(1)
	if t.Signed {
		half := new(big.Int).Lsh(one, uint(t.Bits-1))
		return Interval{new(big.Int).Neg(half), new(big.Int).Sub(half, one)}
	}
	return Interval{new(big.Int), new(big.Int).Sub(new(big.Int).Lsh(one, uint(t.Bits)), one)}
}

// Known is what is known of values that expressions read: the sizes of the launch, and the
// ranges of some variables.
type Known struct {
	Launch kernel.Launch
	Vars   map[*kernel.Var]Interval
}

// mostDepth bounds how deep Range looks into an expression.
const mostDepth = 40

// Range bounds the value of an integer expression. Arithmetic wraps around, as it does in
// PTX: what may leave the type has all its values.
func Range(e kernel.Expr, k Known) Interval { return rangeOf(e, k, 0) }

func rangeOf(e kernel.Expr, k Known, depth int) Interval {
	all := OfType(e.Type())
	if depth > mostDepth || e.Type().Kind == kernel.Float {
		return all
	}
	of := func(x kernel.Expr) Interval { return rangeOf(x, k, depth+1) }
	fits := func(i Interval) Interval {
		if i.Within(all) {
			return i
		}
		return all
	}
	switch e := e.(type) {
	case *kernel.Const:
		if e.T == kernel.U64 && e.Val < 0 {
			return all
		}
		return interval(e.Val, e.Val)
	case *kernel.VarRef:
		if i, ok := k.Vars[e.Var]; ok {
			return i
		}
	case *kernel.Builtin:
		return builtin(e, k.Launch)
	case *kernel.Convert:
		if !e.X.Type().IsInt() && e.X.Type().Kind != kernel.Bool || !e.T.IsInt() {
			return all
		}
		return fits(of(e.X))
	case *kernel.Cond:
		return of(e.X).Join(of(e.Y))
	case *kernel.Unary:
		if e.Op == kernel.Neg {
			return fits(interval(0, 0).minus(of(e.X)))
		}
	case *kernel.Call:
		if (e.Fn == "min" || e.Fn == "max") && len(e.Args) == 2 && kernel.IsExact(e) {
			return extreme(e.Fn == "min", of(e.Args[0]), of(e.Args[1]))
		}
	case *kernel.Binary:
		if !e.Type().IsInt() {
			return all
		}
		return binary(e, of, fits, all)
	default:
		// Of others only the type is known.
	}
	return all
}

func extreme(least bool, x, y Interval) Interval {
	pick := func(a, b *big.Int) *big.Int {
		if (a.Cmp(b) < 0) == least {
			return a
		}
		return b
	}
	return Interval{pick(x.Lo, y.Lo), pick(x.Hi, y.Hi)}
}

func binary(e *kernel.Binary, of func(kernel.Expr) Interval, fits func(Interval) Interval, all Interval) Interval {
	x, y := of(e.X), of(e.Y)
	zero := new(big.Int)
	positive := func(i Interval) bool { return i.Lo.Cmp(zero) >= 0 }
	switch e.Op {
	case kernel.Add:
		return fits(x.plus(y))
	case kernel.Sub:
		return fits(x.minus(y))
	case kernel.Mul:
		return fits(x.times(y))
	case kernel.Shl:
		if c, ok := e.Y.(*kernel.Const); ok && c.Val >= 0 && c.Val < 64 {
			p := new(big.Int).Lsh(big.NewInt(1), uint(c.Val))
			return fits(x.times(Interval{p, p}))
		}
	case kernel.Shr:
		if c, ok := e.Y.(*kernel.Const); ok && c.Val >= 0 && c.Val < 64 && (positive(x) || e.X.Type().Signed) {
			return Interval{new(big.Int).Rsh(x.Lo, uint(c.Val)), new(big.Int).Rsh(x.Hi, uint(c.Val))}
		}
	case kernel.And:
		switch {
		case positive(x) && positive(y):
			return Interval{zero, extreme(true, x, y).Hi}
		case positive(x):
			return Interval{zero, x.Hi}
		case positive(y):
			return Interval{zero, y.Hi}
		}
	case kernel.Or, kernel.Xor:
		if positive(x) && positive(y) {
			n := max(x.Hi.BitLen(), y.Hi.BitLen())
			return fits(Interval{zero, new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(n)), big.NewInt(1))})
		}
	case kernel.Rem:
		if positive(x) && y.Lo.Sign() > 0 {
			return Interval{zero, extreme(true, x, Interval{zero, new(big.Int).Sub(y.Hi, big.NewInt(1))}).Hi}
		}
	case kernel.Div:
		if positive(x) && y.Lo.Sign() > 0 {
			return Interval{new(big.Int).Div(x.Lo, y.Hi), new(big.Int).Div(x.Hi, y.Lo)}
		}
	default:
		// Others are no integers.
	}
	return all
}

// builtin bounds threadIdx and the like by the launch, or by what CUDA allows.
func builtin(b *kernel.Builtin, l kernel.Launch) Interval {
	dims, most := l.BlockDim, kernel.MostBlockDim
	if b.Kind == kernel.BlockIdx || b.Kind == kernel.GridDim {
		dims, most = l.GridDim, kernel.MostGridDim
	}
	n := int64(dims[b.Dim])
	if n == 0 {
		n = int64(most[b.Dim])
	}
	switch {
	case b.Kind == kernel.ThreadIdx || b.Kind == kernel.BlockIdx:
		return interval(0, n-1)
	case dims[b.Dim] > 0:
		return interval(n, n)
	}
	return interval(1, n)
}

// Between is the integers from lo to hi.
func Between(lo, hi int64) Interval { return interval(lo, hi) }

// Bounds are the ends of an interval, if they fit 64 bits.
func (i Interval) Bounds() (lo, hi int64, ok bool) {
	return i.Lo.Int64(), i.Hi.Int64(), i.Lo.IsInt64() && i.Hi.IsInt64()
}
