package address

import (
	"math/big"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/cexpr"
	"gv2/frontend/kernel"
)

var (
	launch = kernel.Launch{BlockDim: [3]int{64, 1, 1}, GridDim: [3]int{8, 1, 1}}
	v      = &kernel.Var{Name: "v", T: kernel.I32}
	w      = &kernel.Var{Name: "w", T: kernel.U64}
	known  = Known{Launch: launch, Vars: map[*kernel.Var]Interval{v: Between(-5, 70)}}
)

// values of what expressions read.
type values struct{ tid, bid, v, w int64 }

func (x values) of(e kernel.Expr) (*kernel.Const, bool) {
	switch e := e.(type) {
	case *kernel.Const:
		return e, true
	case *kernel.VarRef:
		if e.Var == v {
			return kernel.NewConst(v.T, x.v), true
		}
		return kernel.NewConst(w.T, x.w), true
	case *kernel.Builtin:
		if e.Kind == kernel.ThreadIdx {
			return kernel.NewConst(kernel.U32, x.tid), true
		}
		return kernel.NewConst(kernel.U32, x.bid), true
	case *kernel.Convert:
		if c, ok := x.of(e.X); ok {
			return kernel.EvalConvert(e.T, c)
		}
	case *kernel.Unary:
		if c, ok := x.of(e.X); ok {
			return kernel.EvalUnary(e.Op, c)
		}
	case *kernel.Cond:
		if c, ok := x.of(e.C); ok && c.Val != 0 {
			return x.of(e.X)
		}
		return x.of(e.Y)
	case *kernel.Binary:
		a, ok := x.of(e.X)
		b, ok2 := x.of(e.Y)
		if ok && ok2 {
			return kernel.EvalBinary(e.Op, a, b)
		}
	}
	return nil, false
}

// random is an expression of a type.
func random(rng *rand.Rand, t kernel.Type, depth int) kernel.Expr {
	if depth == 0 {
		switch rng.Intn(4) {
		case 0:
			return cexpr.Convert(&kernel.Builtin{Kind: kernel.ThreadIdx}, t)
		case 1:
			return cexpr.Convert(kernel.Ref(v), t)
		case 2:
			return cexpr.Convert(kernel.Ref(w), t)
		}
		return kernel.NewConst(t, int64(rng.Intn(60)-20))
	}
	sub := func() kernel.Expr { return random(rng, t, depth-1) }
	switch rng.Intn(5) {
	case 0:
		n := rng.Int63n(31)
		return cexpr.Fold([]kernel.BinaryOp{kernel.Shl, kernel.Shr}[rng.Intn(2)], sub(), kernel.NewConst(kernel.U32, n))
	case 1:
		types := []kernel.Type{kernel.I32, kernel.U32, kernel.I64, kernel.U64, kernel.U16, kernel.I8}
		return cexpr.Convert(random(rng, types[rng.Intn(len(types))], depth-1), t)
	case 2:
		return &kernel.Cond{C: cexpr.Fold(kernel.Lt, sub(), sub()), X: sub(), Y: sub()}
	}
	ops := []kernel.BinaryOp{kernel.Add, kernel.Sub, kernel.Mul, kernel.Div, kernel.Rem, kernel.And, kernel.Or, kernel.Xor}
	return cexpr.Fold(ops[rng.Intn(len(ops))], sub(), sub())
}

func someValues(rng *rand.Rand) values {
	return values{tid: rng.Int63n(64), bid: rng.Int63n(8), v: rng.Int63n(76) - 5, w: int64(rng.Uint64() >> rng.Intn(64))}
}

func number(c *kernel.Const) *big.Int {
	if c.T == kernel.U64 {
		return new(big.Int).SetUint64(uint64(c.Val))
	}
	return big.NewInt(c.Val)
}

// TestRange: the value of an expression is within its range.
func TestRange(t *testing.T) {
	rng := rand.New(rand.NewSource(1))
	types := []kernel.Type{kernel.I32, kernel.U32, kernel.I64, kernel.U64}
	narrow := 0
	for range 4000 {
		e := random(rng, types[rng.Intn(4)], 1+rng.Intn(3))
		r := Range(e, known)
		if r != OfType(e.Type()) && !r.Within(OfType(e.Type())) {
			t.Fatalf("%s has a range beyond its type", kernel.ExprString(e))
		}
		if OfType(e.Type()).Hi.Cmp(r.Hi) > 0 {
			narrow++
		}
		for range 10 {
			if c, ok := someValues(rng).of(e); ok {
				n := number(c)
				require.True(t, r.Lo.Cmp(n) <= 0 && n.Cmp(r.Hi) <= 0, "%s = %s, not from %s to %s", kernel.ExprString(e), n, r.Lo, r.Hi)
			}
		}
	}
	assert.Greater(t, narrow, 1000, "ranges say something")
}

// TestIndex: the index times the size of an element is the offset, modulo the width.
func TestIndex(t *testing.T) {
	rng := rand.New(rand.NewSource(2))
	exact := 0
	for range 4000 {
		width, of := 32, kernel.U32
		if rng.Intn(2) == 0 {
			width, of = 64, kernel.I64
		}
		e := cexpr.Fold(kernel.Mul, random(rng, of, 1+rng.Intn(3)), kernel.NewConst(of, 4))
		o := Of(e, width).Plus(Fixed(width, int64(4*(rng.Intn(9)-4))), 1)
		index, wraps := o.Index(4, known)
		if wraps != Exact {
			continue // says that it takes something for granted
		}
		exact++
		for range 10 {
			x := someValues(rng)
			a, ok := x.of(e)
			i, ok2 := x.of(index)
			if !ok || !ok2 {
				continue
			}
			want := a.Val + o.Const - Of(e, width).Const
			got := i.Val * 4
			if width == 32 {
				require.Equal(t, uint32(want), uint32(got), "%s of %s", kernel.ExprString(index), kernel.ExprString(e))
			} else {
				require.Equal(t, want, got, "%s of %s", kernel.ExprString(index), kernel.ExprString(e))
			}
		}
	}
	assert.Greater(t, exact, 1500)
}

// TestMaskedProducts: (2^k * y) & mask is a multiple of what the mask leaves of y, though the product wraps around.
func TestMaskedProducts(t *testing.T) {
	rng := rand.New(rand.NewSource(3))
	found := 0
	for range 2000 {
		of := []kernel.Type{kernel.U32, kernel.I32, kernel.I64, kernel.U64}[rng.Intn(4)]
		y, k := random(rng, of, 1), int64(rng.Intn(6))
		product := &kernel.Binary{Op: kernel.Shl, X: y, Y: kernel.NewConst(kernel.I32, k)}
		if rng.Intn(2) == 0 {
			product = &kernel.Binary{Op: kernel.Mul, X: y, Y: kernel.NewConst(of, 1<<k)}
		}
		e := cexpr.Convert(&kernel.Binary{Op: kernel.And, X: product, Y: kernel.NewConst(of, int64(rng.Intn(200)-20))}, kernel.I64)
		if _, _, ok := masked(e); !ok {
			continue
		}
		found++
		o := Of(e, 64)
		for range 10 {
			x := someValues(rng)
			want, ok := x.of(e)
			got, ok2 := x.of(o.Sum())
			if ok && ok2 {
				require.Equal(t, want.Val, got.Val, "%s of %s", kernel.ExprString(o.Sum()), kernel.ExprString(e))
			}
		}
	}
	assert.Greater(t, found, 1000)
}

func TestTrailingZeros(t *testing.T) {
	rng := rand.New(rand.NewSource(3))
	for range 4000 {
		e := random(rng, kernel.U32, 1+rng.Intn(3))
		n := TrailingZeros(e)
		for range 10 {
			if c, ok := someValues(rng).of(e); ok && n > 0 {
				require.Zero(t, uint64(c.Val)&(1<<min(n, 32)-1), kernel.ExprString(e))
			}
		}
	}
}
