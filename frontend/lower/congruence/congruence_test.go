package congruence

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/kernel"
)

func TestDivisor(t *testing.T) {
	i, n, a := &kernel.Var{Name: "i", T: kernel.I32}, &kernel.Var{Name: "n", T: kernel.I32, Param: true}, &kernel.Var{Name: "a", T: kernel.I32, Param: true}
	v := func(v *kernel.Var) kernel.Expr { return &kernel.VarRef{Var: v} }
	c := func(n int64) kernel.Expr { return kernel.NewConst(kernel.I32, n) }
	op := func(op kernel.BinaryOp, x, y kernel.Expr) kernel.Expr { return &kernel.Binary{Op: op, X: x, Y: y} }
	// i := 0; loop { i := i + 24; }
	p := Of([]kernel.Stmt{
		&kernel.Assign{Dst: i, X: c(0)},
		&kernel.Loop{Cond: kernel.BoolConst(true), Body: []kernel.Stmt{&kernel.Assign{Dst: i, X: op(kernel.Add, v(i), c(24))}}},
	}, map[*kernel.Var]int64{a: 12})
	for _, at := range []struct {
		x    kernel.Expr
		want int64
	}{
		{v(i), 8},
		{v(n), 1},
		{v(a), 4},
		{c(0), Max},
		{c(-48), 16},
		{op(kernel.Mul, v(i), c(2)), 16},
		{op(kernel.Mul, v(i), v(i)), 64},
		{op(kernel.Shl, v(n), c(3)), 8},
		{op(kernel.And, v(n), c(-32)), 32},
		{op(kernel.Sub, v(i), c(4)), 4},
		{op(kernel.Div, v(i), c(4)), 1},
		{op(kernel.Lt, v(i), c(4)), 1},
		{&kernel.Unary{Op: kernel.Neg, X: v(i)}, 8},
		{&kernel.Convert{T: kernel.I64, X: v(i)}, 8},
		{&kernel.Cond{C: kernel.BoolConst(true), X: v(i), Y: c(4)}, 4},
	} {
		assert.Equal(t, at.want, p.Divisor(at.x), kernel.ExprString(at.x))
	}
}

// TestUnknownAssignment: of what is loaded nothing is known.
func TestUnknownAssignment(t *testing.T) {
	i := &kernel.Var{Name: "i", T: kernel.I32}
	p := Of([]kernel.Stmt{&kernel.Assign{Dst: i, X: kernel.NewConst(kernel.I32, 8)}, &kernel.Havoc{Dst: i}}, nil)
	assert.Equal(t, int64(1), p.Divisor(&kernel.VarRef{Var: i}))
}
