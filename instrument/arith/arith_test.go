package arith

import (
	"math/big"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument/arith/meaning"
	"gv2/instrument/key"
	"gv2/predicate/fact"
)

// randomExprs makes well-typed integer expressions over the given variables.
type randomExprs struct {
	*rand.Rand
	vars []*kernel.Var
	bits bool // any bit operation, not only those that are exact in integers
}

var intTypes = []kernel.Type{kernel.I8, kernel.U8, kernel.I16, kernel.U16, kernel.I32, kernel.U32, kernel.I64, kernel.U64}

func (r *randomExprs) integer(t kernel.Type, depth int) kernel.Expr {
	if depth == 0 {
		return r.leaf(t)
	}
	switch r.Intn(12) {
	case 0, 1:
		return r.leaf(t)
	case 2:
		return &kernel.Convert{T: t, X: r.integer(intTypes[r.Intn(len(intTypes))], depth-1)}
	case 3:
		return &kernel.Convert{T: t, X: r.truth(depth - 1)}
	case 4:
		if r.Intn(2) == 0 {
			return r.limited(t, depth)
		}
		return &kernel.Cond{C: r.truth(depth - 1), X: r.integer(t, depth-1), Y: r.integer(t, depth-1)}
	case 5:
		return &kernel.Unary{Op: []kernel.UnaryOp{kernel.Neg, kernel.BitNot}[r.Intn(2)], X: r.integer(t, depth-1)}
	case 6:
		op := []kernel.BinaryOp{kernel.Shl, kernel.Shr}[r.Intn(2)]
		return kernel.Bin(op, r.integer(t, depth-1), kernel.NewConst(kernel.I32, int64(r.Intn(t.Bits))))
	case 7:
		if r.bits && t.Bits >= 32 {
			return r.bitFunction(t, depth)
		}
		return &kernel.Call{T: t, Fn: []string{"min", "max"}[r.Intn(2)], Args: []kernel.Expr{r.integer(t, depth-1), r.integer(t, depth-1)}}
	case 8:
		op := []kernel.BinaryOp{kernel.And, kernel.Or, kernel.Xor}[r.Intn(3)]
		y := r.integer(t, depth-1)
		if !r.bits {
			y = kernel.NewConst(t, []int64{1, 3, 15, 31, 16, 8, -1, -32, 0x18, 0}[r.Intn(10)])
		}
		return kernel.Bin(op, r.integer(t, depth-1), y)
	default:
		op := []kernel.BinaryOp{kernel.Add, kernel.Sub, kernel.Mul, kernel.Div, kernel.Rem}[r.Intn(5)]
		return kernel.Bin(op, r.integer(t, depth-1), r.integer(t, depth-1))
	}
}

// limited is a value that is replaced where it passes a limit.
func (r *randomExprs) limited(t kernel.Type, depth int) kernel.Expr {
	ops := []kernel.BinaryOp{kernel.Eq, kernel.Ne, kernel.Lt, kernel.Le, kernel.Gt, kernel.Ge}
	x, y := r.integer(t, depth-1), r.integer(t, depth-1)
	c := &kernel.Cond{C: kernel.Bin(ops[r.Intn(len(ops))], x, kernel.NewConst(t, int64(r.Intn(8)-2))), X: y, Y: x}
	if r.Intn(2) == 0 {
		c.X, c.Y = x, y
	}
	return c
}

// bitFunction counts or turns the bits of an integer.
func (r *randomExprs) bitFunction(t kernel.Type, depth int) kernel.Expr {
	arg := []kernel.Expr{r.integer(t, depth-1)}
	if r.Intn(4) == 0 {
		return &kernel.Call{T: t, Fn: "brev", Args: arg}
	}
	if r.Intn(2) == 0 {
		return r.wideFunction(t, arg[0], depth)
	}
	return &kernel.Convert{T: t, X: &kernel.Call{T: kernel.I32, Fn: []string{"popc", "clz", "ffs"}[r.Intn(3)], Args: arg}}
}

// wideFunction computes with more bits than the operands have.
func (r *randomExprs) wideFunction(t kernel.Type, x kernel.Expr, depth int) kernel.Expr {
	word := func() kernel.Expr { return &kernel.Convert{T: kernel.U32, X: r.integer(t, depth-1)} }
	of := func(fn string, args ...kernel.Expr) kernel.Expr {
		return &kernel.Convert{T: t, X: &kernel.Call{T: args[0].Type(), Fn: fn, Args: args}}
	}
	switch r.Intn(4) {
	case 0:
		return of([]string{"mulhi", "hadd", "rhadd"}[r.Intn(3)], x, r.integer(t, depth-1))
	case 1:
		return of([]string{"funnelshift_l", "funnelshift_lc", "funnelshift_r", "funnelshift_rc"}[r.Intn(4)], word(), word(), word())
	case 2:
		return of("byte_perm", word(), word(), kernel.NewConst(kernel.U32, int64(r.Intn(1<<16))))
	}
	in := []kernel.Type{kernel.I32, kernel.U32}[r.Intn(2)]
	return &kernel.Convert{T: t, X: &kernel.Call{T: kernel.U32, Fn: "sad", Args: []kernel.Expr{&kernel.Convert{T: in, X: x}, &kernel.Convert{T: in, X: r.integer(t, depth-1)}, word()}}}
}

func (r *randomExprs) truth(depth int) kernel.Expr {
	t := intTypes[r.Intn(len(intTypes))]
	op := kernel.Eq + kernel.BinaryOp(r.Intn(6))
	return kernel.Bin(op, r.integer(t, depth/2), r.integer(t, depth/2))
}

func (r *randomExprs) leaf(t kernel.Type) kernel.Expr {
	if r.Intn(3) == 0 {
		return kernel.NewConst(t, []int64{0, 1, 2, 7, 32, 100, -1, -5}[r.Intn(8)])
	}
	for i := r.Intn(len(r.vars)); ; i = (i + 1) % len(r.vars) {
		if r.vars[i].T == t {
			return kernel.Ref(r.vars[i])
		}
	}
}

// concrete is C's own value of an expression, and whether the assumptions of
// --arith int hold on the way: no signed result out of range, no unsigned sum or
// product above it.
type concrete struct {
	ranges  *fact.Ranges
	env     map[*kernel.Var]int64
	defined bool
	assumed bool
}

func (c *concrete) value(x kernel.Expr) *kernel.Const {
	switch x := x.(type) {
	case *kernel.Const:
		return x
	case *kernel.VarRef:
		return &kernel.Const{T: x.Var.T, Val: c.env[x.Var]}
	case *kernel.Unary:
		return c.keep(kernel.EvalUnary(x.Op, c.checked(x, c.value(x.X))))
	case *kernel.Convert:
		c.conversion(x)
		return c.keep(kernel.EvalConvert(x.T, c.value(x.X)))
	case *kernel.Cond:
		if c.value(x.C).Val != 0 {
			return c.value(x.X)
		}
		return c.value(x.Y)
	case *kernel.Call:
		args := make([]*kernel.Const, len(x.Args))
		for i, a := range x.Args {
			args[i] = c.value(a)
		}
		return c.keep(kernel.EvalCall(x.T, x.Fn, args))
	case *kernel.Binary:
		a, b := c.value(x.X), c.value(x.Y)
		if x.X.Type().Kind == kernel.Int && !x.Op.IsComparison() {
			c.sum(x)
		}
		return c.keep(kernel.EvalBinary(x.Op, a, b))
	}
	panic("unreachable")
}

func (c *concrete) keep(v *kernel.Const, ok bool) *kernel.Const {
	if !ok || v == nil {
		c.defined = false
		return &kernel.Const{T: kernel.I32, Val: 1}
	}
	return v
}

// checked notes -x of the least signed value, which overflows.
func (c *concrete) checked(x *kernel.Unary, v *kernel.Const) *kernel.Const {
	if x.Op == kernel.Neg && x.Type().Signed && v.Val == x.Type().Wrap(-v.Val) && v.Val != 0 {
		c.assumed = false
	}
	return v
}

// sum notes a sum, product or shift that leaves its type where the assumption
// says it does not. The unwrapped value of an unsigned operand counts.
func (c *concrete) sum(x *kernel.Binary) {
	raw := c.raw(x)
	if raw == nil {
		return
	}
	lo, hi := typeLimits(x.Type())
	if raw.Cmp(hi) > 0 || x.Type().Signed && raw.Cmp(lo) < 0 {
		c.assumed = false
	}
}

func typeLimits(t kernel.Type) (lo, hi *big.Int) {
	one := big.NewInt(1)
	if t.Signed {
		half := new(big.Int).Lsh(one, uint(t.Bits-1))
		return new(big.Int).Neg(half), new(big.Int).Sub(half, one)
	}
	return new(big.Int), new(big.Int).Sub(new(big.Int).Lsh(one, uint(t.Bits)), one)
}

// raw is the unwrapped value, by the definition at raw of intArith; nil for a shape
// that is never unwrapped.
func (c *concrete) raw(x kernel.Expr) *big.Int {
	b, ok := x.(*kernel.Binary)
	if !ok {
		return nil
	}
	switch b.Op {
	case kernel.Shl:
		n := c.value(b.Y).Val
		return new(big.Int).Lsh(exactly(c.value(b.X)), uint(n))
	case kernel.Add:
		return new(big.Int).Add(c.operand(b.X, b.Type()), c.operand(b.Y, b.Type()))
	case kernel.Sub:
		return new(big.Int).Sub(c.operand(b.X, b.Type()), c.operand(b.Y, b.Type()))
	case kernel.Mul:
		return new(big.Int).Mul(c.operand(b.X, b.Type()), c.operand(b.Y, b.Type()))
	case kernel.Div:
		q := c.value(b.Y)
		if q.Val == 0 {
			return nil
		}
		return new(big.Int).Quo(exactly(c.value(b.X)), exactly(q))
	}
	return nil
}

func (c *concrete) operand(x kernel.Expr, t kernel.Type) *big.Int {
	if t.Signed {
		return exactly(c.value(x))
	}
	switch x := x.(type) {
	case *kernel.Const:
		return big.NewInt(fact.LeastMagnitude(x))
	case *kernel.Convert:
		if in := x.X.Type(); in.Kind == kernel.Int && in.Bits == x.T.Bits && !x.T.Signed {
			return c.operand(x.X, x.T)
		}
	case *kernel.Unary:
		if x.Op == kernel.Neg && !x.Type().Signed {
			return new(big.Int).Neg(exactly(c.value(x.X)))
		}
	case *kernel.Binary:
		if _, ok := sumOps[x.Op]; ok && !x.Type().Signed {
			return c.raw(x)
		}
	}
	return exactly(c.value(x))
}

// conversion notes a conversion of an unsigned sum that counts as signed to the
// signed type of its width that the sum does not fit: it overflows in the program's
// own terms.
func (c *concrete) conversion(x *kernel.Convert) {
	in := x.X.Type()
	if in.Kind != kernel.Int || in.Signed || !x.T.Signed || in.Bits != x.T.Bits || !fact.IsSum(x.X) || !c.ranges.SignedSum(x.X) {
		return
	}
	if raw := c.raw(x.X); raw != nil {
		if lo, hi := typeLimits(x.T); raw.Cmp(lo) < 0 || raw.Cmp(hi) > 0 {
			c.assumed = false
		}
	}
}

func exactly(v *kernel.Const) *big.Int {
	if !v.T.Signed && v.T.Bits == 64 {
		return new(big.Int).SetUint64(uint64(v.Val))
	}
	return big.NewInt(v.Val)
}

// TestArithmeticAgreesWithC encodes random expressions both ways and compares the
// meaning of the Boogie text with C's value: bit-vectors always, integers
// wherever the printed assumptions hold.
func TestArithmeticAgreesWithC(t *testing.T) {
	for _, arith := range []Model{intArith{}, bvArith{}} {
		_, exact := arith.(bvArith)
		name := "int"
		if exact {
			name = "bv"
		}
		t.Run(name, func(t *testing.T) {
			compared := 0
			for seed := int64(0); seed < 6000; seed++ {
				compared += compareOne(t, arith, exact, seed)
			}
			require.Greater(t, compared, 8000, "too few expressions were comparable")
		})
	}
}

func compareOne(t *testing.T, arith Model, bits bool, seed int64) int {
	r := &randomExprs{Rand: rand.New(rand.NewSource(seed)), bits: bits}
	k := &kernel.Kernel{Name: "k"}
	for i, typ := range intTypes {
		k.Params = append(k.Params, &kernel.Var{Name: "v" + string(rune('a'+i)), T: typ, Param: true})
	}
	r.vars = k.Params
	ranges := fact.NewRanges(k)
	x := r.integer(intTypes[r.Intn(len(intTypes))], 1+r.Intn(4))
	e := &Encoder{Names: NewNames(k), Pair: fact.SameBlock, Model: arith, Ranges: ranges,
		Used: NewVocabulary(), Locals: map[string]boogie.Type{}}
	text := e.Expr(x, 0)
	compared := 0
	for try := 0; try < 8; try++ {
		c := &concrete{ranges: ranges, env: map[*kernel.Var]int64{}, defined: true, assumed: true}
		vars := map[string]*big.Int{}
		v := meaning.New(t, vars, Exact(e.Used.Decls()))
		for _, p := range k.Params {
			val := p.T.Wrap([]int64{0, 1, 2, 3, 5, 31, 32, 63, 100, 200, -1, -2, -7, -64, 40000, 1 << 20}[r.Intn(16)])
			c.env[p] = val
			vars[p.Name] = exactly(&kernel.Const{T: p.T, Val: val})
			if bits {
				vars[p.Name] = meaning.LowBits(vars[p.Name], p.T.Bits)
			}
		}
		want := c.value(x)
		if !c.defined || !bits && !c.assumed {
			continue
		}
		if !bits {
			requireWithin(t, e.Ranges.Of(x), exactly(want), x, seed)
		}
		got, expected := v.Eval(text), exactly(want)
		if v.Opaque {
			continue
		}
		compared++
		if bits {
			expected = meaning.LowBits(expected, want.T.Bits)
		}
		require.Zero(t, got.Cmp(expected), "seed %d: %s\n%s\nis %s, should be %s with %v",
			seed, kernel.ExprString(x), boogie.ExprString(text), got, expected, vars)
	}
	return compared
}

// requireWithin demands that the interval analysis told the truth: the encoding
// drops wrapping where it says that a value cannot leave its type.
func requireWithin(t *testing.T, r fact.Interval, v *big.Int, x kernel.Expr, seed int64) {
	t.Helper()
	if r.Lo != fact.NoLower {
		require.GreaterOrEqual(t, v.Cmp(big.NewInt(r.Lo)), 0, "seed %d: %s is %s, below %d", seed, kernel.ExprString(x), v, r.Lo)
	}
	if r.Hi != fact.NoUpper {
		require.LessOrEqual(t, v.Cmp(big.NewInt(r.Hi)), 0, "seed %d: %s is %s, above %d", seed, kernel.ExprString(x), v, r.Hi)
	}
	if !r.Huge {
		require.True(t, v.IsInt64(), "seed %d: %s is %s", seed, kernel.ExprString(x), v)
	}
}

func TestChooseArith(t *testing.T) {
	n := &kernel.Var{Name: "n", T: kernel.I32, Param: true}
	u := &kernel.Var{Name: "u", T: kernel.U32, Param: true}
	x := &kernel.Var{Name: "x", T: kernel.I32}
	y := &kernel.Var{Name: "y", T: kernel.U32}
	c := func(v int64) kernel.Expr { return kernel.NewConst(kernel.I32, v) }
	tests := []struct {
		e    kernel.Expr
		want key.Arith
	}{
		{kernel.Bin(kernel.And, kernel.Ref(n), c(31)), key.IntArith},
		{kernel.Bin(kernel.And, kernel.Ref(n), c(-32)), key.IntArith},
		{kernel.Bin(kernel.And, kernel.Ref(n), c(0x70)), key.IntArith},
		{kernel.Bin(kernel.And, kernel.Ref(n), c(0x55)), key.BVArith},
		{kernel.Bin(kernel.And, kernel.Ref(n), kernel.Ref(n)), key.BVArith},
		{kernel.Bin(kernel.Xor, kernel.Ref(n), c(1)), key.IntArith},
		{kernel.Bin(kernel.Or, kernel.Bin(kernel.Shl, kernel.Ref(n), c(5)), kernel.Bin(kernel.And, kernel.Ref(n), c(31))), key.IntArith},
		{kernel.Bin(kernel.Or, kernel.Bin(kernel.Shl, kernel.Ref(n), c(5)), kernel.Bin(kernel.And, kernel.Ref(n), c(63))), key.BVArith},
		{kernel.Bin(kernel.Shl, c(1), kernel.Ref(n)), key.BVArith},
		{kernel.Bin(kernel.Shl, kernel.Ref(n), c(2)), key.IntArith},
		{kernel.Bin(kernel.Mul, kernel.Ref(u), kernel.NewConst(kernel.U32, 2654435761)), key.BVArith},
		{kernel.Bin(kernel.Mul, kernel.Ref(u), kernel.NewConst(kernel.U32, 640)), key.IntArith},
	}
	for _, tt := range tests {
		dst := x
		if tt.e.Type() == kernel.U32 {
			dst = y
		}
		k := &kernel.Kernel{Body: []kernel.Stmt{&kernel.Assign{Dst: dst, X: tt.e}}}
		got, why := Choose(k, key.AutoArith)
		require.Equal(t, tt.want, got, "%s: %s", kernel.ExprString(tt.e), why)
		require.NotEmpty(t, why)
	}
}

// TestUnsignedDifferenceToSigned converts what an unsigned subtraction makes of large
// and small numbers.
func TestUnsignedDifferenceToSigned(t *testing.T) {
	u := &kernel.Var{Name: "u", T: kernel.U32, Param: true}
	k := &kernel.Kernel{Name: "k", Params: []*kernel.Var{u}}
	x := &kernel.Convert{T: kernel.I32, X: kernel.Bin(kernel.Sub, kernel.Ref(u), kernel.NewConst(kernel.U32, 7))}
	e := &Encoder{Names: NewNames(k), Pair: fact.SameBlock, Model: intArith{}, Ranges: fact.NewRanges(k),
		Used: NewVocabulary(), Locals: map[string]boogie.Type{}}
	text := e.Expr(x, 0)
	for _, val := range []int64{0, 6, 7, 1 << 30, 1<<31 + 6, 1<<31 + 7, 3_000_000_000, 1<<32 - 1} {
		v := meaning.New(t, map[string]*big.Int{"u": big.NewInt(val)}, Exact(e.Used.Decls()))
		require.Equal(t, int64(int32(uint32(val)-7)), v.Eval(text).Int64(), "%d: %s", val, boogie.ExprString(text))
	}
}
