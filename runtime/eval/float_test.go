package eval

import (
	"math"
	"math/big"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/kernel"
)

func single(f float32) int64 { return int64(math.Float32bits(f)) }
func double(f float64) int64 { return int64(math.Float64bits(f)) }
func known(v int64) *int64   { return &v }

// sumIsExact and productIsExact ask arithmetic of any precision.
func sumIsExact(a, b float64) bool {
	x, y := new(big.Float).SetPrec(4000).SetFloat64(a), new(big.Float).SetPrec(4000).SetFloat64(b)
	f, accuracy := x.Add(x, y).Float64()
	return accuracy == big.Exact && plain(F64, f)
}

func productIsExact(a, b float64) bool {
	x, y := new(big.Float).SetPrec(4000).SetFloat64(a), new(big.Float).SetPrec(4000).SetFloat64(b)
	f, accuracy := x.Mul(x, y).Float64()
	return accuracy == big.Exact && plain(F64, f)
}

func TestLiterals(t *testing.T) {
	for _, c := range []struct {
		t    kernel.Type
		text string
		want *int64
	}{
		{kernel.F32, "1.5f", known(single(1.5))}, {kernel.F32, "0.1f", known(single(0.1))}, {kernel.F64, "0.1", known(double(0.1))},
		{kernel.F64, "1e300", known(double(1e300))}, {kernel.F32, "1e300f", nil}, {kernel.F32, "1e-40f", nil},
		{kernel.F32, "INFINITY", known(single(float32(math.Inf(1))))}, {kernel.F32, "NAN", nil},
		{kernel.F32, "FLT_MAX", known(single(math.MaxFloat32))}, {kernel.F64, "0x1.8p1", known(double(3))},
		{kernel.F32, "3.", known(single(3))}, {kernel.F16, "1.0", nil}, {kernel.F64, "DBL_MAX", known(double(math.MaxFloat64))},
		{kernel.F32, "0f3F800000", nil}, {kernel.F64, "2.5L", known(double(2.5))},
	} {
		v, sure := Literal(&kernel.FloatConst{T: c.t, Text: c.text})
		ok := sure == Certain
		assert.Equal(t, c.want != nil, ok, c.text)
		if ok && c.want != nil {
			assert.Equal(t, *c.want, v, c.text)
		}
	}
}

func TestFloatArithmetic(t *testing.T) {
	for _, c := range []struct {
		op   kernel.BinaryOp
		x, y float64
		f32  *float64 // nil: not certain
		f64  *float64
	}{
		{op: kernel.Add, x: 1.5, y: 2.25, f32: ptr(3.75), f64: ptr(3.75)},
		{op: kernel.Add, x: 1, y: 0x1p-30, f64: ptr(1 + 0x1p-30)},
		{op: kernel.Add, x: 1, y: 0x1p-60},
		{op: kernel.Sub, x: 1, y: 1, f32: ptr(0), f64: ptr(0)},
		{op: kernel.Mul, x: 3, y: -0.5, f32: ptr(-1.5), f64: ptr(-1.5)},
		{op: kernel.Mul, x: 1 + 0x1p-20, y: 1 + 0x1p-20, f64: ptr((1 + 0x1p-20) * (1 + 0x1p-20))},
		{op: kernel.Div, x: 3, y: 4, f32: ptr(0.75), f64: ptr(0.75)},
		{op: kernel.Div, x: 9, y: 3, f64: ptr(3)},
		{op: kernel.Div, x: 1, y: 3},
		{op: kernel.Div, x: 1, y: 0},
		{op: kernel.Mul, x: 0x1p-100, y: 0x1p-40, f64: ptr(0x1p-140)},
		{op: kernel.Mul, x: 0x1p100, y: 0x1p100, f64: ptr(0x1p200)},
	} {
		for _, w := range []struct {
			t    Type
			want *float64
		}{{F32, c.f32}, {F64, c.f64}} {
			x, _ := exactly(w.t, c.x)
			y, _ := exactly(w.t, c.y)
			v, sure := Binary(c.op, w.t, x, y)
			ok := sure == Certain
			assert.Equal(t, w.want != nil, ok, "%v %v %v", c.op, c.x, c.y)
			if ok && w.want != nil {
				assert.Equal(t, *w.want, Decode(w.t, v))
			}
		}
	}
}

func ptr(f float64) *float64 { return &f }

// TestExactArithmeticIsExact: what is computed on random floats is what big
// precision gives, so that no contraction changes it.
func TestExactArithmeticIsExact(t *testing.T) {
	r := rand.New(rand.NewSource(3))
	certain := 0
	for range 20000 {
		a, b := float64(r.Intn(64)-32)/8, float64(r.Intn(64)-32)/8
		if r.Intn(3) == 0 {
			a = r.NormFloat64()
		}
		for op, exact := range map[kernel.BinaryOp]func() bool{
			kernel.Add: func() bool { return sumIsExact(a, b) },
			kernel.Mul: func() bool { return productIsExact(a, b) },
		} {
			v, sure := Binary(op, F64, double(a), double(b))
			ok := sure == Certain
			assert.Equal(t, exact(), ok, "%v %v %v", a, op, b)
			if ok {
				certain++
				want := a + b
				if op == kernel.Mul {
					want = a * b
				}
				assert.Equal(t, double(want), v)
			}
		}
	}
	assert.Greater(t, certain, 10000)
}

func TestFloatComparisons(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, c := range []struct {
		x, y float64
		less bool
		ok   bool
	}{{1, 2, true, true}, {2, 1, false, true}, {nan, 1, false, true}, {1, inf, true, true}, {0x1p-1070, 1, false, false},
		{math.Copysign(0, -1), 0, false, true}} {
		v, sure := Binary(kernel.Lt, F64, double(c.x), double(c.y))
		assert.Equal(t, c.ok, sure == Certain)
		assert.Equal(t, Truth(c.less || c.x < c.y), v, "%v < %v", c.x, c.y)
	}
	v, sure := Binary(kernel.Ne, F32, single(float32(nan)), single(1))
	assert.Equal(t, Certain, sure)
	assert.Equal(t, int64(1), v)
	_, sure = Binary(kernel.Eq, F16, 0, 0)
	assert.Equal(t, Possible, sure)
}

func TestFloatConversions(t *testing.T) {
	for _, c := range []struct {
		from, to Type
		x        int64
		want     *int64
	}{
		{I32, F32, 16777217, known(single(16777216))}, {I32, F64, -5, known(double(-5))},
		{U64, F32, -1, known(single(0x1p64))}, {U64, F64, -1, known(double(0x1p64))},
		{F32, I32, single(-2.75), known(-2)}, {F32, U32, single(-2.75), nil}, {F64, U32, double(-0.5), known(0)},
		{F64, I32, double(0x1p31), nil}, {F64, U32, double(0x1p31), known(1 << 31)},
		{F64, U64, double(0x1p63), known(math.MinInt64)}, {F64, I64, double(0x1p63), nil},
		{F32, I8, single(200), nil}, {F64, F32, double(0.1), known(single(0.1))},
		{F64, F32, double(1e300), nil}, {F64, F32, double(1e-40), nil}, {F32, F64, single(0.1), known(double(float64(float32(0.1))))},
		{F32, Bool, single(0.5), known(1)}, {F64, Bool, math.MinInt64, known(0)},
		{Bool, F32, 1, known(single(1))}, {F32, I32, single(float32(math.NaN())), nil}, {I32, F16, 1, nil},
	} {
		v, sure := Convert(c.from, c.to, c.x)
		ok := sure == Certain
		assert.Equal(t, c.want != nil, ok, "%v", c)
		if ok && c.want != nil {
			assert.Equal(t, *c.want, v, "%v", c)
		}
	}
}
