package emulate

import (
	"context"
	"fmt"
	"math"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/diag"
	"gv2/frontend/kernel"
)

var integers = []kernel.Type{kernel.I8, kernel.U8, kernel.I16, kernel.U16, kernel.I32, kernel.U32, kernel.I64, kernel.U64}

// interesting are numbers at which arithmetic often goes wrong, and random ones.
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

// evaluator runs x = e for one warp with operands a, b and c for each lane, and
// returns the results.
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
	w := &ev.block.run.state.warps[0]
	for i, reg := range ev.free {
		r := &w.regs[reg]
		*r = register{}
		if uniform {
			if v := lanes[0][i]; v != nil {
				*r = register{val: *v, known: true}
			}
			continue
		}
		v := ev.block.run.state.pool.vector(r)
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
// and compares with want on constants.
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

// TestUnknownOperands: in the promised cases a result is known if it is the
// same for all values of the unknown operands, and it is never known if two
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
