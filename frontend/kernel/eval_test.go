package kernel

import (
	"math/big"
	"math/rand"
	"strings"
	"testing"
	"testing/quick"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var intTypes = []Type{I8, U8, I16, U16, I32, U32, I64, U64}

// operand picks a value of type t, often one at the edges of the range.
func operand(r *rand.Rand, t Type) *Const {
	edges := []int64{0, 1, -1, 2, 31, 32, 33, 63, 64, 1 << (t.Bits - 1), 1<<(t.Bits-1) - 1}
	if r.Intn(2) == 0 {
		return NewConst(t, edges[r.Intn(len(edges))])
	}
	return NewConst(t, int64(r.Uint64())>>r.Intn(64))
}

// number is the mathematical value of an integer constant.
func number(c *Const) *big.Int {
	if c.T.Kind == Int && !c.T.Signed {
		return new(big.Int).SetUint64(uint64(c.Val))
	}
	return big.NewInt(c.Val)
}

// wrapped reduces a mathematical integer to t by the definition: modulo 2^bits.
func wrapped(t Type, v *big.Int) *Const {
	modulus := new(big.Int).Lsh(big.NewInt(1), uint(t.Bits))
	m := new(big.Int).Mod(v, modulus)
	if t.Signed && m.Bit(t.Bits-1) == 1 {
		m.Sub(m, modulus)
	}
	if m.IsInt64() {
		return &Const{T: t, Val: m.Int64()}
	}
	return &Const{T: t, Val: int64(m.Uint64())}
}

// oracle computes x op y on mathematical integers.
func oracle(op BinaryOp, x, y *Const) *Const {
	a, b := number(x), number(y)
	v, cmp := new(big.Int), a.Cmp(b)
	switch op {
	case Add:
		v.Add(a, b)
	case Sub:
		v.Sub(a, b)
	case Mul:
		v.Mul(a, b)
	case Div, Rem:
		if b.Sign() == 0 {
			return nil
		}
		q, r := new(big.Int).QuoRem(a, b, new(big.Int))
		if number(wrapped(x.T, q)).Cmp(q) != 0 {
			return nil
		}
		if v = q; op == Rem {
			v = r
		}
	case And:
		v.And(a, b)
	case Or:
		v.Or(a, b)
	case Xor:
		v.Xor(a, b)
	case Shl, Shr:
		if b.Sign() < 0 || b.Cmp(big.NewInt(int64(x.T.Bits))) >= 0 {
			return nil
		}
		if v.Lsh(a, uint(b.Int64())); op == Shr {
			v.Rsh(a, uint(b.Int64()))
		}
	default:
		truth := map[BinaryOp]bool{Eq: cmp == 0, Ne: cmp != 0, Lt: cmp < 0, Le: cmp <= 0, Gt: cmp > 0, Ge: cmp >= 0}
		return BoolConst(truth[op])
	}
	return wrapped(x.T, v)
}

var integerOps = []BinaryOp{Add, Sub, Mul, Div, Rem, And, Or, Xor, Shl, Shr, Eq, Ne, Lt, Le, Gt, Ge}

func TestEvalBinaryIsExact(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for range 20000 {
		typ, op := intTypes[r.Intn(len(intTypes))], integerOps[r.Intn(len(integerOps))]
		x, y := operand(r, typ), operand(r, typ)
		if op == Shl || op == Shr {
			y = operand(r, intTypes[r.Intn(len(intTypes))])
		}
		got, ok := EvalBinary(op, x, y)
		want := oracle(op, x, y)
		require.Equal(t, want != nil, ok, "%s %d %s %d", typ, x.Val, op, y.Val)
		if ok {
			require.Equal(t, want, got, "%s %d %s %d", typ, x.Val, op, y.Val)
		}
	}
}

func TestEvalUnaryAndConvert(t *testing.T) {
	r := rand.New(rand.NewSource(2))
	for range 10000 {
		x := operand(r, intTypes[r.Intn(len(intTypes))])
		neg, ok := EvalUnary(Neg, x)
		require.True(t, ok)
		require.Equal(t, wrapped(x.T, new(big.Int).Neg(number(x))), neg)
		not, ok := EvalUnary(BitNot, x)
		require.True(t, ok)
		require.Equal(t, wrapped(x.T, new(big.Int).Not(number(x))), not)
		to := intTypes[r.Intn(len(intTypes))]
		c, ok := EvalConvert(to, x)
		require.True(t, ok)
		require.Equal(t, wrapped(to, number(x)), c)
		b, ok := EvalConvert(BoolType, x)
		require.True(t, ok)
		require.Equal(t, x.Val != 0, b.Val == 1)
	}
}

func TestEvalRefusesWhatHasNoValue(t *testing.T) {
	_, ok := EvalUnary(Not, NewConst(I32, 1))
	assert.False(t, ok)
	_, ok = EvalBinary(Add, BoolConst(true), BoolConst(true))
	assert.False(t, ok)
	_, ok = EvalBinary(Add, NewConst(I32, 1), NewConst(U32, 1))
	assert.False(t, ok)
	_, ok = EvalConvert(F32, NewConst(I32, 1))
	assert.False(t, ok)
	_, ok = EvalCall(F32, "min", []*Const{NewConst(I32, 1), NewConst(I32, 2)})
	assert.False(t, ok)
	_, ok = EvalCall(I32, "sqrt", []*Const{NewConst(I32, 1)})
	assert.False(t, ok)
}

// bitString is the value's bits, highest first: the brute-force view.
func bitString(c *Const) string {
	var b strings.Builder
	for i := c.T.Bits - 1; i >= 0; i-- {
		b.WriteByte('0' + byte(uint64(c.Val)>>i&1))
	}
	return b.String()
}

func fromBits(t Type, s string) *Const {
	v, _ := new(big.Int).SetString(s, 2)
	return wrapped(t, v)
}

func reverse(s string) string {
	out := []byte(s)
	for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
		out[i], out[j] = out[j], out[i]
	}
	return string(out)
}

func call(t *testing.T, typ Type, fn string, args ...*Const) *Const {
	c, ok := EvalCall(typ, fn, args)
	require.True(t, ok, fn)
	return c
}

func TestExactBitFunctions(t *testing.T) {
	r := rand.New(rand.NewSource(3))
	for range 5000 {
		x := operand(r, []Type{I32, U32, I64, U64}[r.Intn(4)])
		s := bitString(x)
		require.EqualValues(t, strings.Count(s, "1"), call(t, I32, "popc", x).Val)
		require.EqualValues(t, len(s)-len(strings.TrimLeft(s, "0")), call(t, I32, "clz", x).Val)
		require.EqualValues(t, 1+strings.Index(reverse(s), "1"), call(t, I32, "ffs", x).Val)
		require.Equal(t, fromBits(x.T, reverse(s)), call(t, x.T, "brev", x))
	}
}

func TestExactArithmeticFunctions(t *testing.T) {
	r := rand.New(rand.NewSource(4))
	for range 5000 {
		typ := []Type{I32, U32, I64, U64}[r.Intn(4)]
		x, y := operand(r, typ), operand(r, typ)
		a, b := number(x), number(y)
		least, most := x, y
		if a.Cmp(b) > 0 {
			least, most = y, x
		}
		require.Equal(t, least, call(t, typ, "min", x, y))
		require.Equal(t, most, call(t, typ, "max", x, y))
		require.Equal(t, wrapped(typ, new(big.Int).Abs(a)), call(t, typ, "abs", x))
		product := new(big.Int).Mul(a, b)
		require.Equal(t, wrapped(typ, new(big.Int).Rsh(product, uint(typ.Bits))), call(t, typ, "mulhi", x, y))
		sum := new(big.Int).Add(a, b)
		require.Equal(t, wrapped(typ, new(big.Int).Rsh(sum, 1)), call(t, typ, "hadd", x, y))
		require.Equal(t, wrapped(typ, new(big.Int).Rsh(sum.Add(sum, big.NewInt(1)), 1)), call(t, typ, "rhadd", x, y))
	}
}

func TestExactWordFunctions(t *testing.T) {
	r := rand.New(rand.NewSource(5))
	narrow := func(c *Const, bits int) *big.Int {
		return number(wrapped(Type{Int, bits, c.T.Signed}, number(c)))
	}
	for range 5000 {
		typ := []Type{I32, U32}[r.Intn(2)]
		x, y, z := operand(r, typ), operand(r, typ), operand(r, U32)
		require.Equal(t, wrapped(typ, new(big.Int).Mul(narrow(x, 24), narrow(y, 24))), call(t, typ, "mul24", x, y))
		diff := new(big.Int).Sub(number(x), number(y))
		require.Equal(t, wrapped(U32, new(big.Int).Add(diff.Abs(diff), number(z))), call(t, U32, "sad", x, y, z))

		dot := number(y)
		for i := range 4 {
			part := func(c *Const) *big.Int {
				return narrow(wrapped(typ, new(big.Int).Rsh(number(c), uint(8*i))), 8)
			}
			dot = new(big.Int).Add(dot, new(big.Int).Mul(part(x), part(y)))
		}
		require.Equal(t, wrapped(typ, dot), call(t, typ, "dp4a", x, y, y))
	}
}

func TestExactBytesAndFunnels(t *testing.T) {
	r := rand.New(rand.NewSource(6))
	for range 5000 {
		lo, hi, n := operand(r, U32), operand(r, U32), operand(r, U32)
		wide := bitString(hi) + bitString(lo)
		k := int(uint32(n.Val) % 32)
		clamped := min(int(uint32(n.Val)), 32)
		require.Equal(t, fromBits(U32, wide[k:k+32]), call(t, U32, "funnelshift_l", lo, hi, n))
		require.Equal(t, fromBits(U32, wide[clamped:clamped+32]), call(t, U32, "funnelshift_lc", lo, hi, n))
		require.Equal(t, fromBits(U32, wide[32-k:64-k]), call(t, U32, "funnelshift_r", lo, hi, n))
		require.Equal(t, fromBits(U32, wide[32-clamped:64-clamped]), call(t, U32, "funnelshift_rc", lo, hi, n))

		out := ""
		for i := 3; i >= 0; i-- {
			which := int(uint32(n.Val) >> (4 * i) & 7)
			out += wide[64-8*which-8 : 64-8*which]
		}
		require.Equal(t, fromBits(U32, out), call(t, U32, "byte_perm", lo, hi, n))
	}
}

func TestExactKnownValues(t *testing.T) {
	c := func(v int64) *Const { return NewConst(I32, v) }
	assert.EqualValues(t, 32, call(t, I32, "clz", c(0)).Val)
	assert.EqualValues(t, 0, call(t, I32, "clz", c(-1)).Val)
	assert.EqualValues(t, 0, call(t, I32, "ffs", c(0)).Val)
	assert.EqualValues(t, 4, call(t, I32, "ffs", c(8)).Val)
	assert.EqualValues(t, -1<<31, call(t, I32, "abs", c(-1<<31)).Val)
	assert.EqualValues(t, -1, call(t, I32, "mulhi", c(-1), c(1)).Val)
	for _, c := range []struct{ mask, base, n, want int64 }{
		{0b10110, 0, 1, 1}, {0b10110, 0, 2, 2}, {0b10110, 0, 3, 4}, {0b10110, 0, 4, 0xffffffff},
		{0b10110, 2, 1, 2}, {0b10110, 3, -1, 2}, {0b10110, 2, -2, 1}, {0b10110, 2, -3, 0xffffffff},
		{0b10110, 2, 0, 2}, {0b10110, 3, 0, 0xffffffff}, {0xffffffff, 0, 32, 31}, {0xffffffff, 32, -1, 0xffffffff}, {0, 0, 1, 0xffffffff},
	} {
		assert.EqualValues(t, c.want, call(t, U32, "fns", NewConst(U32, c.mask), NewConst(U32, c.base), NewConst(I32, c.n)).Val, "fns of %b from %d, %d", c.mask, c.base, c.n)
	}
	assert.EqualValues(t, 0x33221100, call(t, U32, "byte_perm", NewConst(U32, 0x33221100), NewConst(U32, 0x77665544), NewConst(U32, 0x3210)).Val)
	assert.EqualValues(t, 64, call(t, I32, "clz", NewConst(U64, 0)).Val)
}

func TestExactTableIsConsistent(t *testing.T) {
	for name, f := range Exact {
		args := []*Const{NewConst(U32, 5), NewConst(U32, 3), NewConst(U32, 1)}[:f.Args]
		_, ok := EvalCall(U32, name, args)
		assert.True(t, ok, name)
	}
}

func TestMinIsOneOfItsArguments(t *testing.T) {
	property := func(a, b int32) bool {
		x, y := NewConst(I32, int64(a)), NewConst(I32, int64(b))
		m, _ := EvalCall(I32, "min", []*Const{x, y})
		return m.Val <= x.Val && m.Val <= y.Val && (m.Val == x.Val || m.Val == y.Val)
	}
	require.NoError(t, quick.Check(property, nil))
}
