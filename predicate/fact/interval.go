package fact

import (
	"math"

	"gv2/frontend/kernel"
)

// Interval is a range of integers, both ends included. An end at the extreme of
// int64 means "no bound known". Huge is set for unsigned 64-bit values that may be
// 2^63 or more: read as signed they are negative.
type Interval struct {
	Lo, Hi int64
	Huge   bool
}

// Span is the range from lo to hi.
func Span(lo, hi int64) Interval { return Interval{Lo: lo, Hi: hi} }

// Ends of ranges without a known bound.
const (
	NoLower = math.MinInt64
	NoUpper = math.MaxInt64
)

// AnyValue is every signed value; AnyBits may be an unsigned one too.
var (
	AnyValue = Span(NoLower, NoUpper)
	AnyBits  = Interval{NoLower, NoUpper, true}
)

// TypeRange is the range of an integer type; that of u64 has no upper end here.
func TypeRange(t kernel.Type) Interval {
	switch {
	case t.Kind == kernel.Bool:
		return Span(0, 1)
	case t.Kind != kernel.Int:
		return AnyValue
	case t.Signed && t.Bits == 64:
		return AnyValue
	case t.Signed:
		return Span(-(1 << (t.Bits - 1)), 1<<(t.Bits-1)-1)
	case t.Bits == 64:
		return Interval{Lo: 0, Hi: NoUpper, Huge: true}
	default:
		return Span(0, 1<<t.Bits-1)
	}
}

// Within reports whether all of r is in o.
func (r Interval) Within(o Interval) bool {
	return r.Lo >= o.Lo && r.Hi <= o.Hi && (o.Huge || !r.Huge)
}

// Join is the least range that contains both.
func (r Interval) Join(o Interval) Interval {
	return Interval{min(r.Lo, o.Lo), max(r.Hi, o.Hi), r.Huge || o.Huge}
}

// clampTo cuts r to t's range, which is sound if nothing overflows.
func (r Interval) clampTo(t kernel.Type) Interval {
	w := TypeRange(t)
	out := Interval{max(r.Lo, w.Lo), min(r.Hi, w.Hi), r.Huge && w.Huge}
	if out.Lo > out.Hi {
		return w
	}
	return out
}

func addSat(x, y int64) int64 {
	switch {
	case x == NoLower || y == NoLower:
		return NoLower
	case x == NoUpper || y == NoUpper:
		return NoUpper
	case y > 0 && x > math.MaxInt64-y:
		return NoUpper
	case y < 0 && x < math.MinInt64-y:
		return NoLower
	}
	return x + y
}

func negSat(x int64) int64 {
	switch x {
	case NoLower:
		return NoUpper
	case NoUpper:
		return NoLower
	}
	return -x
}

func mulSat(x, y int64) int64 {
	if x == 0 || y == 0 {
		return 0
	}
	neg := (x < 0) != (y < 0)
	limit := int64(NoUpper)
	if neg {
		limit = NoLower
	}
	if x == NoLower || x == NoUpper || y == NoLower || y == NoUpper {
		return limit
	}
	p := x * y
	if p/y != x || (p < 0) != neg {
		return limit
	}
	return p
}

// Add is the range of a sum.
func (r Interval) Add(o Interval) Interval {
	return Interval{addSat(r.Lo, o.Lo), addSat(r.Hi, o.Hi), r.Huge || o.Huge}
}

// Neg is the range of -x.
func (r Interval) Neg() Interval { return Interval{negSat(r.Hi), negSat(r.Lo), r.Huge} }

// Mul is the range of a product.
func (r Interval) Mul(o Interval) Interval {
	a, b := mulSat(r.Lo, o.Lo), mulSat(r.Lo, o.Hi)
	c, d := mulSat(r.Hi, o.Lo), mulSat(r.Hi, o.Hi)
	return Interval{min(a, b, c, d), max(a, b, c, d), r.Huge || o.Huge}
}

// div is the range of a C division by a range known to be positive, anyValue
// otherwise.
func (r Interval) div(o Interval) Interval {
	if o.Lo <= 0 || r.Lo == NoLower || r.Hi == NoUpper {
		if r.Lo >= 0 && o.Lo > 0 {
			return Interval{0, r.Hi, r.Huge}
		}
		return AnyBits
	}
	lo, hi := min(r.Lo/o.Lo, r.Lo/o.Hi), max(r.Hi/o.Lo, r.Hi/o.Hi)
	return Span(min(lo, r.Lo/o.Lo), max(hi, r.Hi/o.Lo))
}

// rem is the range of a C remainder.
func (r Interval) rem(o Interval) Interval {
	if o.Lo <= 0 || o.Hi == NoUpper {
		if r.Lo >= 0 {
			return Interval{0, r.Hi, r.Huge}
		}
		return AnyBits
	}
	out := Span(0, o.Hi-1)
	if r.Lo < 0 {
		out.Lo = -(o.Hi - 1)
	}
	if r.Lo >= 0 && r.Hi < out.Hi {
		out.Hi = r.Hi
	}
	return out
}
