// Package ratio computes sizes of the host in floating point, as far as that is exact where it is made an integer:
//
//	ceil(n / 256.0)   (int)ceil((float)n / 256)   floor(1.0 * n / b)
//
// A quotient n/d is off by at most its value times 2^-p, where p are the bits of the type,
// and a quotient that is no integer is at least 1/d away from the next one. So while |n| is below
// 2^(p-1), rounding does not reach or pass an integer, and ceil, floor and the conversion to
// an integer give what they give for the exact quotient. For a larger n nothing is known.
package ratio

import (
	"math"
	"strconv"
	"strings"

	"gv2/frontend/cexpr"
	"gv2/frontend/cuda"
	"gv2/frontend/kernel"
)

// Ratio is num / den, in a floating type of bits bits; it is exact, or rounded as above.
type Ratio struct {
	num  kernel.Expr // an integer
	den  int64
	bits int
	// bound is a limit to the absolute value of num where the guards hold: conditions without
	// which num is not what was computed.
	bound  int64
	guards []kernel.Expr
}

// maxDen bounds denominators and literals.
const maxDen = 1 << 20

// The bits of the mantissas of float and double.
const (
	Float  = 24
	Double = 53
)

// Bits are those of a floating type.
func Bits(t *cuda.TypeExpr) int {
	if t != nil && t.Name == "float" {
		return Float
	}
	return Double
}

// Literal is a literal that is an integer, nil for others.
func Literal(e *cuda.FloatLit) *Ratio {
	text := strings.TrimRight(strings.ToLower(e.Text), "fl")
	x, err := strconv.ParseFloat(text, 64)
	if n := int64(x); err == nil && float64(n) == x && n >= 0 && n <= maxDen {
		bits := Double
		if e.Float {
			bits = Float
		}
		return &Ratio{num: kernel.NewConst(kernel.I32, n), den: 1, bits: bits, bound: n}
	}
	return nil
}

// In is r in a type of at most so many bits.
func (r *Ratio) In(bits int) *Ratio {
	c := *r
	c.bits = min(c.bits, bits)
	return c.guarded()
}

// Of is an integer as a value of a floating type.
func Of(x kernel.Expr, bits int) *Ratio {
	r := &Ratio{num: x, den: 1, bits: bits, bound: math.MaxInt64}
	if k, ok := x.(*kernel.Const); ok && (k.T.Signed && k.Val != math.MinInt64 || k.Val >= 0) {
		r.bound = max(k.Val, -k.Val)
	} else if k := x.Type(); k.Bits <= 32 {
		r.bound = 1 << k.Bits
	}
	return r.guarded()
}

// Common is the narrower type of two values, of which nil is an integer.
func Common(a, b *Ratio) int {
	bits := Double
	for _, r := range []*Ratio{a, b} {
		if r != nil {
			bits = min(bits, r.bits)
		}
	}
	return bits
}

// Binary is a op b, nil where it is not known.
func Binary(op kernel.BinaryOp, a, b *Ratio) *Ratio {
	if a == nil || b == nil {
		return nil
	}
	if op == kernel.Mul && cexpr.IsConst(a.num) && a.den == 1 {
		a, b = b, a
	}
	k, isNumber := b.num.(*kernel.Const)
	if !isNumber || b.den != 1 || k.Val < 0 || k.Val > maxDen || len(b.guards) > 0 {
		return nil
	}
	r := *a
	sum := op == kernel.Add || op == kernel.Sub
	switch {
	case op == kernel.Div && k.Val > 0 && a.den <= maxDen/k.Val:
		r.den *= k.Val
	case op == kernel.Mul && k.Val == 1, sum && k.Val == 0:
	case (op == kernel.Mul || sum) && a.den == 1 && a.bound < 1<<40:
		if r.bound += k.Val; op == kernel.Mul {
			r.bound = a.bound * k.Val
		}
		r.num = kernel.FoldNode(&kernel.Binary{Op: op, X: cexpr.Convert(a.num, kernel.I64), Y: kernel.NewConst(kernel.I64, k.Val)})
	default:
		return nil
	}
	return r.guarded()
}

// guarded is r where its rounding does not matter.
func (r *Ratio) guarded() *Ratio {
	limit := int64(1) << (r.bits - 1)
	if r.bound <= limit {
		return r
	}
	c := *r
	t := r.num.Type()
	c.bound = limit
	c.guards = append(append([]kernel.Expr{}, r.guards...), kernel.FoldNode(&kernel.Binary{Op: kernel.Le, X: r.num, Y: kernel.NewConst(t, limit)}))
	if t.Signed {
		c.guards = append(c.guards, kernel.FoldNode(&kernel.Binary{Op: kernel.Ge, X: r.num, Y: kernel.NewConst(t, -limit)}))
	}
	return &c
}

// Whole rounds up or down to an integer.
func (r *Ratio) Whole(up bool) *Ratio {
	c := *r
	if r.den > 1 {
		d := kernel.NewConst(r.num.Type(), r.den)
		zero := kernel.NewConst(r.num.Type(), 0)
		q := kernel.FoldNode(&kernel.Binary{Op: kernel.Div, X: r.num, Y: d})
		rest := kernel.FoldNode(&kernel.Binary{Op: kernel.Rem, X: r.num, Y: d})
		if up {
			c.num = cexpr.Binary(kernel.Add, q, cexpr.Binary(kernel.Gt, rest, zero))
		} else {
			c.num = cexpr.Binary(kernel.Sub, q, cexpr.Binary(kernel.Lt, rest, zero))
		}
	}
	c.bound = r.bound/r.den + 1
	c.den = 1
	return &c
}

// Integer is the value as an integer, as a conversion from floating point gives it, and the condition without which it is
// not known.
func (r *Ratio) Integer() (x, guard kernel.Expr) {
	x = kernel.FoldNode(&kernel.Binary{Op: kernel.Div, X: r.num, Y: kernel.NewConst(r.num.Type(), r.den)})
	if r.den == 1 {
		x = r.num
	}
	guard = kernel.BoolConst(true)
	for _, g := range r.guards {
		guard = cexpr.Binary(kernel.LAnd, guard, g)
	}
	return x, guard
}
