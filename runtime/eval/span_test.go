package eval

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/kernel"
)

// TestSpansHoldWhatDevicesCompute: results in single and double precision, with and without
// contraction and flushing, lie in the span.
func TestSpansHoldWhatDevicesCompute(t *testing.T) {
	values := []float64{0, 1, -1, 0.1, 1.0 / 3, 3, 1e-30, 0x1p-126, 0x1p-149, 7.25, -1e10, 12345.678}
	within := func(s Span, f float64) bool { return s.Lo <= f && f <= s.Hi }
	for _, a := range values {
		for _, b := range values {
			x, y := float64(float32(a)), float64(float32(b))
			sum := SpanBinary(kernel.Add, F32, Point(x), Point(y))
			assert.True(t, within(sum, float64(float32(x)+float32(y))), "%v + %v in %v", x, y, sum)
			product := SpanBinary(kernel.Mul, F32, Point(x), Point(y))
			for _, p := range []float64{float64(float32(x) * float32(y)), x * y} { // rounded, and as in a fused operation
				assert.True(t, within(product, p), "%v * %v in %v", x, y, product)
				assert.True(t, within(SpanBinary(kernel.Add, F32, product, Point(x)), float64(float32(p+x))))
			}
			if p := float32(x) * float32(y); math.Abs(float64(p)) < 0x1p-126 {
				assert.True(t, within(product, 0), "flushed")
			}
			if y != 0 {
				assert.True(t, within(SpanBinary(kernel.Div, F32, Point(x), Point(y)), float64(float32(x)/float32(y))))
			}
			assert.True(t, within(SpanBinary(kernel.Mul, F64, Point(a), Point(b)), a*b))
		}
	}
	for name, f := range map[string]func(float64) float64{"sqrtf": math.Sqrt, "expf": math.Exp, "logf": math.Log, "sinf": math.Sin, "cosf": math.Cos,
		"tanhf": math.Tanh, "floorf": math.Floor, "fabsf": math.Abs} {
		for _, x := range values {
			if r := f(float64(float32(x))); !math.IsNaN(r) && !math.IsInf(r, 0) {
				assert.True(t, within(SpanCall(name, F32, []Span{Point(float64(float32(x)))}), float64(float32(r))), "%s(%v)", name, x)
			}
		}
	}
}

// TestSpansDecideWhatIsCertain: comparisons are decided where the spans lie apart, and only there.
func TestSpansDecideWhatIsCertain(t *testing.T) {
	root := SpanCall("sqrtf", F32, []Span{Point(2)})
	for _, c := range []struct {
		op           kernel.BinaryOp
		b            float64
		holds, known bool
	}{
		{kernel.Lt, 1.5, true, true}, {kernel.Gt, 1.5, false, true}, {kernel.Eq, -4, false, true}, {kernel.Ne, -4, true, true},
		{kernel.Eq, float64(float32(math.Sqrt2)), false, false}, {kernel.Le, float64(float32(math.Sqrt2)), false, false},
	} {
		holds, known := SpanHolds(c.op, root, Point(c.b))
		assert.Equal(t, c.known, known, "%v", c)
		if known {
			assert.Equal(t, c.holds, holds, "%v", c)
		}
	}
	_, known := SpanHolds(kernel.Lt, Anything, Point(0))
	assert.False(t, known, "it may be no number")
	assert.True(t, SpanBinary(kernel.Div, F32, Point(1), Span{-1, 1}).Unknown())
	assert.True(t, SpanCall("sqrtf", F32, []Span{{-1, 1}}).Unknown())
	assert.True(t, SpanCall("lgammaf", F32, []Span{Point(1)}).Unknown(), "nobody computes it here")
	assert.True(t, SpanBinary(kernel.Add, F16, Point(1), Point(1)).Unknown())

	n, known := SpanTruncated(I32, Span{1.25, 1.75})
	assert.True(t, known)
	assert.EqualValues(t, 1, n)
	_, known = SpanTruncated(I32, Span{0.99, 1.01})
	assert.False(t, known)
	n, known = SpanCallInteger("__float2int_rn", I32, Span{1.6, 2.4})
	assert.True(t, known)
	assert.EqualValues(t, 2, n)
	_, known = SpanCallInteger("isnan", Bool, Anything)
	assert.False(t, known)
}
