package flow

import (
	"math"
	"strconv"
	"strings"

	"gv2/frontend/cexpr"
	"gv2/frontend/cuda"
	"gv2/frontend/kernel"
)

// Sizes that are computed in floating point, as far as that is exact where it is made an
// integer:
//
//	ceil(n / 256.0)   (int)ceil((float)n / 256)   floor(1.0 * n / b)
//
// A quotient n/d is off by at most its value times 2^-p, where p are the bits of the type,
// and a quotient that is no integer is at least 1/d away from the next one. So while |n| is below
// 2^(p-1), rounding does not reach or pass an integer, and ceil, floor and the conversion to
// an integer give what they give for the exact quotient. For a larger n nothing is known.

// ratio is num / den, in a floating type of bits bits; it is exact, or rounded as above.
type ratio struct {
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

const (
	floatBits  = 24
	doubleBits = 53
)

func bitsOf(t *cuda.TypeExpr) int {
	if t != nil && t.Name == "float" {
		return floatBits
	}
	return doubleBits
}

func floating(r *ratio) Value { return Value{Why: inFloats, ratio: r} }

const inFloats = "it is computed in floating point"

// floatLiteral is a literal that is an integer.
func floatLiteral(e *cuda.FloatLit) Value {
	text := strings.TrimRight(strings.ToLower(e.Text), "fl")
	x, err := strconv.ParseFloat(text, 64)
	if n := int64(x); err == nil && float64(n) == x && n >= 0 && n <= maxDen {
		bits := doubleBits
		if e.Float {
			bits = floatBits
		}
		return floating(&ratio{num: kernel.NewConst(kernel.I32, n), den: 1, bits: bits, bound: n})
	}
	return unknown(inFloats)
}

// inFloat is a value as one of a floating type, nil if it is not known.
func (v Value) inFloat(bits int) *ratio {
	switch {
	case v.ratio != nil:
		r := *v.ratio
		r.bits = min(r.bits, bits)
		return r.guarded()
	case v.X != nil && v.X.Type().IsInt():
		r := &ratio{num: v.X, den: 1, bits: bits, bound: math.MaxInt64}
		if k, ok := v.X.(*kernel.Const); ok && (k.T.Signed && k.Val != math.MinInt64 || k.Val >= 0) {
			r.bound = max(k.Val, -k.Val)
		} else if k := v.X.Type(); k.Bits <= 32 {
			r.bound = 1 << k.Bits
		}
		return r.guarded()
	}
	return nil
}

// floats is x op y where one of them is in floating point.
func floats(op string, x, y Value) Value {
	bits := doubleBits
	for _, v := range []Value{x, y} {
		if v.ratio != nil {
			bits = min(bits, v.ratio.bits)
		}
	}
	a, b := x.inFloat(bits), y.inFloat(bits)
	if a == nil || b == nil {
		return unknown(inFloats)
	}
	if op == "*" && cexpr.IsConst(a.num) && a.den == 1 {
		a, b = b, a
	}
	k, isNumber := b.num.(*kernel.Const)
	if !isNumber || b.den != 1 || k.Val < 0 || k.Val > maxDen || len(b.guards) > 0 {
		return unknown(inFloats)
	}
	r := *a
	switch {
	case op == "/" && k.Val > 0 && a.den <= maxDen/k.Val:
		r.den *= k.Val
	case op == "*" && k.Val == 1, (op == "+" || op == "-") && k.Val == 0:
	case (op == "*" || op == "+" || op == "-") && a.den == 1 && a.bound < 1<<40:
		if r.bound += k.Val; op == "*" {
			r.bound = a.bound * k.Val
		}
		r.num = kernel.FoldNode(&kernel.Binary{Op: binaryOps[op], X: cexpr.Convert(a.num, kernel.I64), Y: kernel.NewConst(kernel.I64, k.Val)})
	default:
		return unknown(inFloats)
	}
	return floating(r.guarded())
}

// guarded is r where its rounding does not matter.
func (r *ratio) guarded() *ratio {
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

// whole rounds up or down to an integer.
func (r *ratio) whole(up bool) Value {
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
	return floating(&c)
}

// integer is the value as an integer, as a conversion from floating point gives it; what is no
// ratio stays as it is.
func (v Value) integer(p *Program) Value {
	if v.ratio == nil {
		return v
	}
	r := v.ratio
	x := kernel.FoldNode(&kernel.Binary{Op: kernel.Div, X: r.num, Y: kernel.NewConst(r.num.Type(), r.den)})
	if r.den == 1 {
		x = r.num
	}
	var guard kernel.Expr = kernel.BoolConst(true)
	for _, g := range r.guards {
		guard = cexpr.Binary(kernel.LAnd, guard, g)
	}
	if k, ok := guard.(*kernel.Const); ok {
		if k.Val == 0 {
			return unknown(inFloats)
		}
		return number(x)
	}
	return number(kernel.FoldNode(&kernel.Cond{C: guard, X: x, Y: p.root("size", x.Type(), inFloats)}))
}

// rounded is ceil(x) and the like; ok is false for other functions.
func (f *frame) rounded(s *State, name string, e *cuda.CallExpr) (v Value, ok bool) {
	var up bool
	switch name {
	case "ceil", "ceilf":
		up = true
	case "floor", "floorf":
	default:
		return v, false
	}
	if len(e.Args) != 1 {
		return v, false
	}
	bits := doubleBits
	if strings.HasSuffix(name, "f") {
		bits = floatBits
	}
	r := f.eval(s, e.Args[0]).inFloat(bits)
	if r == nil {
		return unknown(inFloats), true
	}
	return r.whole(up), true
}
