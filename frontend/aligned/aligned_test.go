package aligned

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/kernel"
)

// of evaluates an expression of 64 bits without overflow in C's sense.
func of(t *testing.T, e kernel.Expr, x map[*kernel.Var]int64) int64 {
	switch e := e.(type) {
	case *kernel.Const:
		return e.Val
	case *kernel.VarRef:
		return x[e.Var]
	case *kernel.Convert:
		return e.T.Wrap(of(t, e.X, x))
	case *kernel.Unary:
		v := of(t, e.X, x)
		if e.Op == kernel.Neg {
			return -v
		}
		return ^v
	case *kernel.Cond:
		if of(t, e.C, x) != 0 {
			return of(t, e.X, x)
		}
		return of(t, e.Y, x)
	case *kernel.Binary:
		a, b := of(t, e.X, x), of(t, e.Y, x)
		switch e.Op {
		case kernel.Add:
			return a + b
		case kernel.Sub:
			return a - b
		case kernel.Mul:
			return a * b
		case kernel.And:
			return a & b
		case kernel.Or:
			return a | b
		case kernel.Xor:
			return a ^ b
		case kernel.Shl:
			return a << (b & 63)
		case kernel.Rem:
			return a % b
		case kernel.Div:
			return a / b
		case kernel.Lt:
			if a < b {
				return 1
			}
			return 0
		default:
			t.Fatal("not an operator of these expressions")
		}
	default:
		t.Fatal("not one of these expressions")
	}
	return 0
}

func num(n int64) kernel.Expr { return kernel.NewConst(kernel.I64, n) }

// random is an expression over variables.
func random(r *rand.Rand, vars []*kernel.Var, depth int) kernel.Expr {
	if depth == 0 {
		if r.IntN(2) == 0 {
			return num(int64(r.IntN(40)) - 8)
		}
		return kernel.Ref(vars[r.IntN(len(vars))])
	}
	x, y := random(r, vars, depth-1), random(r, vars, depth-1)
	switch r.IntN(11) {
	case 0:
		return &kernel.Unary{Op: kernel.Neg, X: x}
	case 1:
		return &kernel.Unary{Op: kernel.BitNot, X: x}
	case 2:
		return &kernel.Cond{C: &kernel.Binary{Op: kernel.Lt, X: x, Y: y}, X: x, Y: y}
	case 3:
		return &kernel.Binary{Op: kernel.Shl, X: x, Y: num(int64(r.IntN(5)))}
	case 4:
		return &kernel.Binary{Op: kernel.Rem, X: x, Y: num(int64(r.IntN(24) + 1))}
	case 5:
		return &kernel.Binary{Op: kernel.Div, X: x, Y: num(int64(r.IntN(24) + 1))}
	case 6:
		return &kernel.Convert{T: kernel.I64, X: &kernel.Convert{T: []kernel.Type{kernel.I8, kernel.U16, kernel.U32}[r.IntN(3)], X: x}}
	default:
		return &kernel.Binary{Op: []kernel.BinaryOp{kernel.Add, kernel.Sub, kernel.Mul, kernel.And, kernel.Or, kernel.Xor}[r.IntN(6)], X: x, Y: y}
	}
}

// Whatever the variables hold that their remainders allow, an expression has the remainder that is said of it.
func TestRemaindersHold(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	vars := []*kernel.Var{{Name: "a", T: kernel.I64}, {Name: "b", T: kernel.I64}, {Name: "c", T: kernel.I64}}
	known := 0
	for range 20000 {
		vs, x := values{}, map[*kernel.Var]int64{}
		for _, v := range vars {
			n := r.IntN(6)
			x[v] = int64(r.IntN(1<<20)) - 1<<19
			vs[v] = value{bits: n, at: low(uint64(x[v]), n)}
		}
		e := random(r, vars, 1+r.IntN(4))
		is := vs.of(e)
		if is.bits > 0 {
			known++
		}
		assert.Equal(t, low(is.at, is.bits), low(uint64(of(t, e, x)), is.bits), "%v = %+v", e, is)
		if t.Failed() {
			return
		}
	}
	assert.Greater(t, known, 5000)
}

// A counter that begins at a multiple and grows by multiples stays one; what depends on a parameter is not wrong for all of its values.
func TestCountersOfLoops(t *testing.T) {
	i, n := &kernel.Var{Name: "i", T: kernel.I64}, &kernel.Var{Name: "n", T: kernel.I64}
	multiple := func(index kernel.Expr) *kernel.Assert {
		rest := &kernel.Binary{Op: kernel.Rem, X: &kernel.Binary{Op: kernel.Mul, X: index, Y: num(4)}, Y: num(16)}
		return &kernel.Assert{Cond: &kernel.Binary{Op: kernel.Eq, X: rest, Y: num(0)}, Aligned: 16}
	}
	kept := func(index kernel.Expr) (left bool, assumptions int) {
		k := Settled(&kernel.Kernel{Params: []*kernel.Var{n}, Vars: []*kernel.Var{i}, Body: []kernel.Stmt{
			&kernel.Assign{Dst: i, X: num(8)},
			&kernel.Loop{Cond: &kernel.Binary{Op: kernel.Lt, X: kernel.Ref(i), Y: kernel.Ref(n)},
				Body: []kernel.Stmt{multiple(index), &kernel.Assign{Dst: i, X: &kernel.Binary{Op: kernel.Add, X: kernel.Ref(i), Y: num(4)}}}},
		}})
		return kernel.Any(k.Body, func(s kernel.Stmt) bool { _, is := s.(*kernel.Assert); return is }), len(k.Assumptions)
	}
	sum := func(x, y kernel.Expr) kernel.Expr { return &kernel.Binary{Op: kernel.Add, X: x, Y: y} }
	for _, c := range []struct {
		index       kernel.Expr
		left        bool
		assumptions int
	}{
		{kernel.Ref(i), false, 1},
		{sum(kernel.Ref(i), num(2)), true, 1},
		{&kernel.Binary{Op: kernel.Div, X: kernel.Ref(i), Y: num(4)}, true, 1},
		{sum(kernel.Ref(i), kernel.Ref(n)), false, 2},
		{sum(&kernel.Binary{Op: kernel.Mul, X: kernel.Ref(n), Y: num(4)}, num(1)), true, 1},
	} {
		left, assumptions := kept(c.index)
		assert.Equal(t, c.left, left, "%v", c.index)
		assert.Equal(t, c.assumptions, assumptions, "%v", c.index)
	}
}
