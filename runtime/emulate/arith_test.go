package emulate

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/diag"
	"gv2/frontend/kernel"
)

var integers = []kernel.Type{kernel.I8, kernel.U8, kernel.I16, kernel.U16, kernel.I32, kernel.U32, kernel.I64, kernel.U64}

// interesting are numbers where arithmetic goes wrong, and random ones.
func interesting(r *rand.Rand, t kernel.Type) int64 {
	edges := []int64{0, 1, 2, 3, -1, -2, 7, 31, 32, 63, 64, 100, math.MaxInt8, math.MinInt8, math.MaxInt16, math.MinInt16,
		math.MaxInt32, math.MinInt32, math.MaxInt64, math.MinInt64, math.MaxUint32, 1 << 40}
	v := r.Int63() - r.Int63()
	if r.Intn(3) > 0 {
		v = edges[r.Intn(len(edges))]
	}
	return kernel.NewConst(t, v).Val
}

var testSrc = kernel.Src{Pos: diag.Pos{File: "k.cu", Line: 1, Col: 1}}

// evaluator runs x = e for one warp, operands a, b and c being given lane by
// lane, and tells what comes out.
type evaluator struct {
	operands []*kernel.Var
	block    *Block
	dst      int32
	free     []int32
}

// newEvaluator compiles a kernel that computes e and branches on the result.
func newEvaluator(t *testing.T, e kernel.Expr, operands ...*kernel.Var) *evaluator {
	x := &kernel.Var{Name: "x", T: e.Type()}
	k := &kernel.Kernel{Name: "k", Pos: testSrc.Pos, Launch: kernel.Launch{BlockDim: [3]int{32, 1, 1}}}
	k.Vars = append(append(k.Vars, x), operands...)
	k.Body = []kernel.Stmt{
		&kernel.Assign{Src: testSrc, Dst: x, X: e},
		&kernel.Assert{Src: testSrc, Cond: &kernel.Binary{Op: kernel.Eq, X: &kernel.VarRef{Var: x}, Y: &kernel.VarRef{Var: x}}},
	}
	require.NoError(t, kernel.Check(k))
	p, err := Compile(k)
	require.NoError(t, err)
	ev := &evaluator{operands: operands, dst: 3}
	ev.block = p.Start(Options{}, &recorder{quiet: true})
	for i := range operands {
		ev.free = append(ev.free, int32(4+i))
	}
	return ev
}

// run gives the operands' lanes, unknown ones nil, and returns the results.
func (ev *evaluator) run(t *testing.T, uniform bool, lanes [][]*int64) (row, Lanes) {
	w := &ev.block.warps[0]
	for i, reg := range ev.free {
		r := &w.regs[reg]
		*r = register{}
		if uniform {
			if v := lanes[0][i]; v != nil {
				*r = register{val: *v, known: true}
			}
			continue
		}
		v := ev.block.pool.vector(r)
		*v = vector{}
		for l := range lanes {
			if x := lanes[l][i]; x != nil {
				v.v[l], v.known = *x, v.known|1<<l
			}
		}
	}
	w.groups, w.live = []group{{0, allLanes}}, allLanes
	require.NoError(t, ev.block.Run(context.Background(), 0))
	var buf row
	v, known := w.regs[ev.dst].lanes(&buf)
	return *v, known
}

// compareWith runs e on random operands, all lanes the same and all different,
// and compares with what want makes of constants.
func compareWith(t *testing.T, e kernel.Expr, operands []*kernel.Var, want func(args []*kernel.Const) (*kernel.Const, bool)) {
	r := rand.New(rand.NewSource(1))
	ev := newEvaluator(t, e, operands...)
	for round := range 6 {
		lanes := make([][]*int64, 32)
		for l := range lanes {
			lanes[l] = make([]*int64, len(operands))
			for i, o := range operands {
				v := interesting(r, o.T)
				lanes[l][i] = &v
			}
		}
		got, known := ev.run(t, round < 2, lanes)
		for l := range lanes {
			from := lanes[l]
			if round < 2 {
				from = lanes[0]
			}
			args := make([]*kernel.Const, len(operands))
			for i, o := range operands {
				args[i] = &kernel.Const{T: o.T, Val: *from[i]}
			}
			c, ok := want(args)
			if assert.Equal(t, ok, known>>l&1 != 0, "%s of %v", kernel.ExprString(e), args) && ok {
				assert.Equal(t, c.Val, got[l], "%s of %v", kernel.ExprString(e), args)
			}
		}
	}
}

func testVars(types ...kernel.Type) (vars []*kernel.Var, refs []kernel.Expr) {
	for i, t := range types {
		v := &kernel.Var{Name: fmt.Sprintf("v%d", i), T: t}
		vars, refs = append(vars, v), append(refs, &kernel.VarRef{Var: v})
	}
	return vars, refs
}

func TestBinaryAgreesWithKernel(t *testing.T) {
	check := func(op kernel.BinaryOp, x, y kernel.Type) {
		vars, refs := testVars(x, y)
		e := &kernel.Binary{Op: op, X: refs[0], Y: refs[1]}
		compareWith(t, e, vars, func(a []*kernel.Const) (*kernel.Const, bool) { return kernel.EvalBinary(op, a[0], a[1]) })
	}
	for _, x := range integers {
		for op := kernel.Add; op <= kernel.Ge; op++ {
			switch {
			case op.IsLogical():
			case op == kernel.Shl || op == kernel.Shr:
				for _, y := range integers {
					check(op, x, y)
				}
			default:
				check(op, x, x)
			}
		}
	}
	for _, op := range []kernel.BinaryOp{kernel.LAnd, kernel.LOr, kernel.Implies, kernel.Eq, kernel.Ne} {
		check(op, kernel.BoolType, kernel.BoolType)
	}
}

func TestUnaryAgreesWithKernel(t *testing.T) {
	for _, x := range append([]kernel.Type{kernel.BoolType}, integers...) {
		for _, op := range []kernel.UnaryOp{kernel.Neg, kernel.BitNot, kernel.Not} {
			if (op == kernel.Not) != (x == kernel.BoolType) {
				continue
			}
			vars, refs := testVars(x)
			compareWith(t, &kernel.Unary{Op: op, X: refs[0]}, vars,
				func(a []*kernel.Const) (*kernel.Const, bool) { return kernel.EvalUnary(op, a[0]) })
		}
	}
}

func TestConvertAgreesWithKernel(t *testing.T) {
	types := append([]kernel.Type{kernel.BoolType}, integers...)
	for _, from := range types {
		for _, to := range types {
			vars, refs := testVars(from)
			compareWith(t, &kernel.Convert{T: to, X: refs[0]}, vars,
				func(a []*kernel.Const) (*kernel.Const, bool) { return kernel.EvalConvert(to, a[0]) })
		}
	}
}

func TestCallAgreesWithKernel(t *testing.T) {
	for fn, f := range kernel.Exact {
		for _, x := range []kernel.Type{kernel.I32, kernel.U32, kernel.I64, kernel.U64} {
			types := make([]kernel.Type, f.Args)
			for i := range types {
				types[i] = x
			}
			vars, refs := testVars(types...)
			e := &kernel.Call{T: x, Fn: fn, Args: refs}
			compareWith(t, e, vars, func(a []*kernel.Const) (*kernel.Const, bool) { return kernel.EvalCall(x, fn, a) })
		}
	}
}

func TestCondPicks(t *testing.T) {
	vars, refs := testVars(kernel.BoolType, kernel.I32, kernel.I32)
	compareWith(t, &kernel.Cond{C: refs[0], X: refs[1], Y: refs[2]}, vars, func(a []*kernel.Const) (*kernel.Const, bool) {
		if a[0].Val != 0 {
			return a[1], true
		}
		return a[2], true
	})
}

// TestUnknownOperands: a result is known where it is the same for all values of
// the unknown operands, in the cases that are promised, and never where two
// values of them give different results.
func TestUnknownOperands(t *testing.T) {
	num := func(v int64) *int64 { return &v }
	for _, c := range []struct {
		op   kernel.BinaryOp
		t    kernel.Type
		x, y *int64
		want *int64
	}{
		{kernel.LAnd, kernel.BoolType, num(0), nil, num(0)}, {kernel.LAnd, kernel.BoolType, nil, num(0), num(0)},
		{kernel.LAnd, kernel.BoolType, num(1), nil, nil}, {kernel.LOr, kernel.BoolType, nil, num(1), num(1)},
		{kernel.LOr, kernel.BoolType, nil, num(0), nil}, {kernel.Implies, kernel.BoolType, num(0), nil, num(1)},
		{kernel.Implies, kernel.BoolType, nil, num(1), num(1)}, {kernel.Implies, kernel.BoolType, nil, num(0), nil},
		{kernel.Implies, kernel.BoolType, num(1), nil, nil},
		{kernel.Mul, kernel.I32, nil, num(0), num(0)}, {kernel.Mul, kernel.I32, num(2), nil, nil},
		{kernel.And, kernel.U8, num(0), nil, num(0)}, {kernel.And, kernel.U8, num(255), nil, nil},
		{kernel.Or, kernel.U8, num(255), nil, num(255)}, {kernel.Or, kernel.I64, nil, num(-1), num(-1)},
		{kernel.Or, kernel.U16, num(255), nil, nil}, {kernel.Add, kernel.I32, num(0), nil, nil},
		{kernel.Mul, kernel.F32, num(0), nil, nil}, {kernel.Eq, kernel.I32, nil, nil, nil},
	} {
		vars, refs := testVars(c.t, c.t)
		ev := newEvaluator(t, &kernel.Binary{Op: c.op, X: refs[0], Y: refs[1]}, vars...)
		lanes := make([][]*int64, 32)
		for l := range lanes {
			lanes[l] = []*int64{c.x, c.y}
		}
		for _, uniform := range []bool{true, false} {
			got, known := ev.run(t, uniform, lanes)
			if c.want == nil {
				assert.Zero(t, known, "%v", c)
			} else if assert.Equal(t, allLanes, known, "%v", c) {
				assert.Equal(t, *c.want, got[31], "%v", c)
			}
		}
	}
}

func single(f float32) int64 { return int64(math.Float32bits(f)) }
func double(f float64) int64 { return int64(math.Float64bits(f)) }
func known(v int64) *int64   { return &v }

// sumIsExact and productIsExact ask arithmetic of any precision.
func sumIsExact(a, b float64) bool {
	x, y := new(big.Float).SetPrec(4000).SetFloat64(a), new(big.Float).SetPrec(4000).SetFloat64(b)
	f, accuracy := x.Add(x, y).Float64()
	return accuracy == big.Exact && plain(f64Code, f)
}

func productIsExact(a, b float64) bool {
	x, y := new(big.Float).SetPrec(4000).SetFloat64(a), new(big.Float).SetPrec(4000).SetFloat64(b)
	f, accuracy := x.Mul(x, y).Float64()
	return accuracy == big.Exact && plain(f64Code, f)
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
		v, ok := parseFloat(c.t, c.text)
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
			t    typeCode
			want *float64
		}{{f32Code, c.f32}, {f64Code, c.f64}} {
			x, _ := encodeFloat(w.t, c.x)
			y, _ := encodeFloat(w.t, c.y)
			v, ok := binary(c.op, w.t, x, y)
			assert.Equal(t, w.want != nil, ok, "%v %v %v", c.op, c.x, c.y)
			if ok && w.want != nil {
				got, _ := decodeFloat(w.t, v)
				assert.Equal(t, *w.want, got)
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
			v, ok := binary(op, f64Code, double(a), double(b))
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
		v, ok := binary(kernel.Lt, f64Code, double(c.x), double(c.y))
		assert.Equal(t, c.ok, ok)
		assert.Equal(t, boolean(c.less), v, "%v < %v", c.x, c.y)
	}
	v, ok := binary(kernel.Ne, f32Code, single(float32(nan)), single(1))
	assert.True(t, ok)
	assert.Equal(t, int64(1), v)
	_, ok = binary(kernel.Eq, f16Code, 0, 0)
	assert.False(t, ok)
}

func TestFloatConversions(t *testing.T) {
	for _, c := range []struct {
		from, to typeCode
		x        int64
		want     *int64
	}{
		{i32Code, f32Code, 16777217, known(single(16777216))}, {i32Code, f64Code, -5, known(double(-5))},
		{u64Code, f32Code, -1, known(single(0x1p64))}, {u64Code, f64Code, -1, known(double(0x1p64))},
		{f32Code, i32Code, single(-2.75), known(-2)}, {f32Code, u32Code, single(-2.75), nil}, {f64Code, u32Code, double(-0.5), known(0)},
		{f64Code, i32Code, double(0x1p31), nil}, {f64Code, u32Code, double(0x1p31), known(1 << 31)},
		{f64Code, u64Code, double(0x1p63), known(math.MinInt64)}, {f64Code, i64Code, double(0x1p63), nil},
		{f32Code, i8Code, single(200), nil}, {f64Code, f32Code, double(0.1), known(single(0.1))},
		{f64Code, f32Code, double(1e300), nil}, {f64Code, f32Code, double(1e-40), nil}, {f32Code, f64Code, single(0.1), known(double(float64(float32(0.1))))},
		{f32Code, boolCode, single(0.5), known(1)}, {f64Code, boolCode, math.MinInt64, known(0)},
		{boolCode, f32Code, 1, known(single(1))}, {f32Code, i32Code, single(float32(math.NaN())), nil}, {i32Code, f16Code, 1, nil},
	} {
		v, ok := convert(c.from, c.to, c.x)
		assert.Equal(t, c.want != nil, ok, "%v", c)
		if ok && c.want != nil {
			assert.Equal(t, *c.want, v, "%v", c)
		}
	}
}

// TestFloatFunctions: the functions that move bits or round, on constants that a
// store's index shows.
func TestFloatFunctions(t *testing.T) {
	for x, want := range map[string]string{
		"__double2hiint(1.0)": "1072693248", "__double2loint(__hiloint2double(5, -3))": "-3", "__float_as_int(1.f)": "1065353216",
		"(int)__int_as_float(0x40a00000)": "5", "(int)floorf(-2.5f)": "-3", "(int)ceil(2.25)": "3", "(int)rintf(2.5f)": "2",
		"__float2int_rn(3.5f)": "4", "__float2int_rz(-3.5f)": "-3", "__float2uint_ru(3.25f)": "4", "(int)__int2float_rn(77)": "77",
		"(int)fabsf(-4.f)": "4", "(int)fminf(2.f, 3.f)": "2", "(int)fmax(2.0, 3.0)": "3", "(int)(0.5f + 2.5f)": "3",
		"(int)(3.f * 0.25f * 8.f)": "6", "(int)(7.f / 2.f)": "3", "(int)-(-2.f)": "2", "1.5f > 1.f ? 1 : 0": "1",
		"__double_as_longlong(2.0) >> 52": "1024", "(int)(double)3": "3", "(int)truncf(9.9f)": "9",
		"(int)sqrtf(4.f)": "?", "(int)(0.1f * 3.f)": "?", "(int)(7.f / 3.f)": "?", "(int)fminf(0.f, -0.f)": "?",
		"(int)__float2half(1.f)": "?", "(int)expf(0.f)": "?", "(int)__fadd_rn(1.f, 2.f)": "?",
	} {
		p := compiled(t, "__global__ void k(int *out) { float f = threadIdx.x;\nout["+x+"] = f; }", 1)
		if want == "?" {
			events(t, p, Options{}, "2: w0 write out 0[?]")
		} else {
			events(t, p, Options{}, "2: w0 write out 0["+want+"]")
		}
	}
}
