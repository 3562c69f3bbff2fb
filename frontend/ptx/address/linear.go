// Package address brings addresses back to an array and an index: it writes the number of
// bytes from the beginning of an array as a sum of multiples of values, divides that by the size
// of an element, and says where 32-bit arithmetic may have wrapped around.
//
// All is exact modulo 2^32 or 2^64, the width of the address. An index is exact too if the sum
// certainly stays within the width; else Index says so, and wraps the sum as the machine does.
package address

import (
	"math/big"
	"math/bits"

	"gv2/frontend/cexpr"
	"gv2/frontend/kernel"
)

// Offset is a number of bytes, modulo 2^Width: the sum of the terms and Const.
type Offset struct {
	Width int
	Terms []Term
	Const int64
}

// Term is Factor times X, which has type i64. The value of a Moving one is that of an address
// that a loop moves: it is taken not to wrap around.
type Term struct {
	Factor int64
	X      kernel.Expr
	Moving bool
}

// Fixed is a constant number of bytes.
func Fixed(width int, n int64) Offset { return Offset{Width: width, Const: n} }

// Of is the value of an integer expression, modulo 2^width: sums, differences and multiples
// become terms.
func Of(e kernel.Expr, width int) Offset {
	o := Offset{Width: width}
	o.add(e, 1)
	return o
}

// Plus is o + factor * p.
func (o Offset) Plus(p Offset, factor int64) Offset {
	out := Offset{Width: o.Width, Const: o.Const + factor*p.Const}
	out.Terms = append(out.Terms, o.Terms...)
	for _, t := range p.Terms {
		out.term(t.X, t.Factor*factor, t.Moving)
	}
	return out
}

// Moved is the offset factor * x of an address that a loop moves; x has type i64.
func Moved(width int, x kernel.Expr, factor int64) Offset {
	return Offset{Width: width, Terms: []Term{{Factor: factor, X: x, Moving: true}}}
}

// Chosen is the value of x or y, by a condition.
func Chosen(c kernel.Expr, x, y Offset) Offset {
	return Of(kernel.FoldNode(&kernel.Cond{C: c, X: x.Sum(), Y: y.Sum()}), x.Width)
}

// add adds factor * e.
func (o *Offset) add(e kernel.Expr, factor int64) {
	t := e.Type()
	if x, k, ok := masked(e); ok {
		o.term(cexpr.Convert(x, kernel.I64), factor<<k, false)
		return
	}
	switch e := e.(type) {
	case *kernel.Const:
		o.Const += factor * e.Val
		return
	case *kernel.Convert:
		// A conversion of the width or a wider one changes nothing modulo 2^width.
		if from := e.X.Type(); from.IsInt() && t.Bits >= o.Width && from.Bits >= o.Width {
			o.add(e.X, factor)
			return
		}
	case *kernel.Unary:
		if e.Op == kernel.Neg && t.Bits >= o.Width {
			o.add(e.X, -factor)
			return
		}
	case *kernel.Binary:
		if t.Bits >= o.Width && o.binary(e, factor) {
			return
		}
	default:
		// Others are a term as a whole.
	}
	x := e
	if t != kernel.I64 {
		x = cexpr.Convert(e, kernel.I64)
	}
	o.term(x, factor, false)
}

// masked is the x of 2^k * x where an expression has the form (2^k * y) & mask, as where compilers compute the distance of
// element i % n by i * size & (n - 1) * size: the bits of y that the mask leaves. Neither is below 0, nor does it
// matter whether the product wraps around.
func masked(e kernel.Expr) (x kernel.Expr, k int, ok bool) {
	for {
		c, is := e.(*kernel.Convert)
		if !is || !c.X.Type().IsInt() || !c.T.IsInt() || c.T.Bits < c.X.Type().Bits {
			break
		}
		e = c.X
	}
	and, is := e.(*kernel.Binary)
	if !is || and.Op != kernel.And {
		return nil, 0, false
	}
	mask, constant := and.Y.(*kernel.Const)
	product, multiplied := and.X.(*kernel.Binary)
	if !constant || !multiplied || mask.Val <= 0 || bits.Len64(uint64(mask.Val)) >= and.Type().Bits || product.Type().Bits != and.Type().Bits {
		return nil, 0, false
	}
	by, constant := product.Y.(*kernel.Const)
	switch {
	case !constant || by.Val <= 0:
		return nil, 0, false
	case product.Op == kernel.Shl && by.Val < int64(and.Type().Bits):
		k = int(by.Val)
	case product.Op == kernel.Mul && by.Val&(by.Val-1) == 0:
		k = bits.TrailingZeros64(uint64(by.Val))
	default:
		return nil, 0, false
	}
	if mask.Val>>k == 0 {
		return nil, 0, false
	}
	return cexpr.Fold(kernel.And, product.X, kernel.NewConst(product.X.Type(), mask.Val>>k)), k, true
}

func (o *Offset) binary(e *kernel.Binary, factor int64) bool {
	c, constant := e.Y.(*kernel.Const)
	switch {
	case e.Op == kernel.Add:
		o.add(e.X, factor)
		o.add(e.Y, factor)
	case e.Op == kernel.Sub:
		o.add(e.X, factor)
		o.add(e.Y, -factor)
	case e.Op == kernel.Mul && constant:
		o.add(e.X, factor*c.Val)
	case e.Op == kernel.Shl && constant && c.Val >= 0 && c.Val < 63:
		o.add(e.X, factor<<c.Val)
	case e.Op == kernel.Mul:
		if c, ok := e.X.(*kernel.Const); ok {
			o.add(e.Y, factor*c.Val)
			return true
		}
		return false
	case e.Op == kernel.Or && constant && c.Val >= 0 && TrailingZeros(e.X) >= bits.Len64(uint64(c.Val)):
		o.add(e.X, factor)
		o.Const += factor * c.Val
	default:
		return false
	}
	return true
}

// term adds factor * x to the terms.
func (o *Offset) term(x kernel.Expr, factor int64, moving bool) {
	for i := range o.Terms {
		if o.Terms[i].Moving == moving && same(o.Terms[i].X, x) {
			o.Terms[i].Factor += factor
			if o.reduce(o.Terms[i].Factor) == 0 {
				o.Terms = append(o.Terms[:i:i], o.Terms[i+1:]...)
			}
			return
		}
	}
	if factor = o.reduce(factor); factor != 0 {
		o.Terms = append(o.Terms, Term{factor, x, moving})
	}
}

// reduce is n modulo 2^Width, of least magnitude.
func (o *Offset) reduce(n int64) int64 {
	if o.Width == 32 {
		return int64(int32(n))
	}
	return n
}

// TrailingZeros is how many low bits of an integer expression are certainly zero.
func TrailingZeros(e kernel.Expr) int {
	switch e := e.(type) {
	case *kernel.Const:
		if e.Val == 0 {
			return 64
		}
		return bits.TrailingZeros64(uint64(e.Val))
	case *kernel.Convert:
		if e.X.Type().IsInt() {
			return TrailingZeros(e.X)
		}
	case *kernel.Binary:
		c, constant := e.Y.(*kernel.Const)
		switch {
		case e.Op == kernel.Shl && constant && c.Val >= 0 && c.Val < 64:
			return TrailingZeros(e.X) + int(c.Val)
		case e.Op == kernel.Mul:
			return TrailingZeros(e.X) + TrailingZeros(e.Y)
		case e.Op == kernel.Add || e.Op == kernel.Sub || e.Op == kernel.Or || e.Op == kernel.Xor:
			return min(TrailingZeros(e.X), TrailingZeros(e.Y))
		case e.Op == kernel.And:
			return max(TrailingZeros(e.X), TrailingZeros(e.Y))
		}
	default:
		// Others may end in any bit.
	}
	return 0
}

// Sum is the offset as an expression of type i64, not reduced to the width.
func (o Offset) Sum() kernel.Expr { return o.sum(1, kernel.I64) }

// sum is the terms, each divided by unit, which divides all factors. What is subtracted comes
// last, so that no factor is negative.
func (o Offset) sum(unit int64, t kernel.Type) kernel.Expr {
	var out kernel.Expr
	c := kernel.NewConst(t, 0)
	if n := o.reduce(o.Const) / unit; n > 0 {
		c = kernel.NewConst(t, n)
	}
	for _, term := range o.Terms {
		if term.Factor < 0 {
			continue
		}
		x := times(cexpr.Convert(term.X, t), term.Factor/unit)
		if out == nil {
			out = x
		} else {
			out = cexpr.Fold(kernel.Add, out, x)
		}
	}
	switch {
	case out == nil:
		out = c
	case c.Val != 0:
		out = cexpr.Fold(kernel.Add, out, c)
	}
	for _, term := range o.Terms {
		if term.Factor < 0 {
			out = cexpr.Fold(kernel.Sub, out, times(cexpr.Convert(term.X, t), -(term.Factor/unit)))
		}
	}
	if n := o.reduce(o.Const) / unit; n < 0 {
		out = cexpr.Fold(kernel.Sub, out, kernel.NewConst(t, -n))
	}
	return out
}

func times(x kernel.Expr, factor int64) kernel.Expr {
	if factor == 1 {
		return x
	}
	return cexpr.Fold(kernel.Mul, x, kernel.NewConst(x.Type(), factor))
}

// Divisible reports whether all parts are multiples of n.
func (o Offset) Divisible(n int64) bool {
	for _, t := range o.Terms {
		if t.Factor%n != 0 && (t.Factor*(1<<min(TrailingZeros(t.X), 32)))%n != 0 {
			return false
		}
	}
	return o.Const%n == 0
}

// Wraps says what an index takes for granted about the width of addresses.
type Wraps int

const (
	// Exact: the sum stays within the width.
	Exact Wraps = iota
	// MovingStays: addresses that loops move stay within the width.
	MovingStays
	// WideStays: sums of 64 bits do not wrap around.
	WideStays
)

// Index is the offset in elements of unit bytes, as an expression of type i64. The offset
// is a multiple of unit: PTX wants accesses aligned.
func (o Offset) Index(unit int64, k Known) (kernel.Expr, Wraps) {
	var divided, rest Offset
	divided.Width, rest.Width = o.Width, o.Width
	for _, t := range o.Terms {
		if t.Factor%unit == 0 {
			divided.Terms = append(divided.Terms, t)
		} else {
			rest.Terms = append(rest.Terms, t)
		}
	}
	c := o.reduce(o.Const)
	divided.Const = c
	if c%unit != 0 {
		divided.Const, rest.Const = 0, c
	}
	total, moving := o.bounds(k)
	wraps := Exact
	if moving {
		wraps = MovingStays
	}
	if !total.Within(OfType(kernel.Type{Kind: kernel.Int, Bits: o.Width, Signed: true})) {
		if o.Width == 32 {
			// As the machine: the sum modulo 2^32, which is the offset within the window.
			sum := o.sum(1, kernel.U32)
			return cexpr.Fold(kernel.Shr, cexpr.Convert(sum, kernel.I64), kernel.NewConst(kernel.I32, log2(unit))), wraps
		}
		if o.known(k) {
			sum := cexpr.Convert(o.sum(1, kernel.U64), kernel.I64)
			return cexpr.Fold(kernel.Shr, sum, kernel.NewConst(kernel.I32, log2(unit))), wraps
		}
		wraps = WideStays
	}
	index := divided.sum(unit, kernel.I64)
	if len(rest.Terms) > 0 || rest.Const != 0 {
		part := cexpr.Fold(kernel.Shr, rest.sum(1, kernel.I64), kernel.NewConst(kernel.I32, log2(unit)))
		index = cexpr.Fold(kernel.Add, index, part)
	}
	return index, wraps
}

// bounds is the interval of the sum; moving is set if an address that a loop moves is part
// of it.
func (o Offset) bounds(k Known) (total Interval, moving bool) {
	c := o.reduce(o.Const)
	total = interval(c, c)
	for _, t := range o.Terms {
		f := interval(t.Factor, t.Factor)
		if t.Moving {
			moving = true
			continue
		}
		total = total.plus(Range(t.X, k).times(f))
	}
	return total, moving
}

func log2(n int64) int64 { return int64(bits.Len64(uint64(n)) - 1) }

// known reports whether all terms have fewer values than 64 bits.
func (o Offset) known(k Known) bool {
	for _, t := range o.Terms {
		if r := Range(t.X, k); t.Moving || !r.Within(Interval{big.NewInt(-1 << 62), big.NewInt(1 << 62)}) {
			return false
		}
	}
	return true
}
