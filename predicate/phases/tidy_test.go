package phases

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/kernel"
)

// TestFlipped: a change of bits that a select chooses is a select of what is changed and what is not.
func TestFlipped(t *testing.T) {
	p, s := &kernel.Var{Name: "p", T: kernel.U32}, &kernel.Var{Name: "s", T: kernel.I32}
	number := func(typ kernel.Type, n int64) kernel.Expr { return kernel.NewConst(typ, n) }
	last := kernel.Bin(kernel.Eq, kernel.Ref(s), number(kernel.I32, 3))
	choice := func(typ kernel.Type, x, y int64) kernel.Expr {
		return &kernel.Cond{C: last, X: number(typ, x), Y: number(typ, y)}
	}
	as := func(e kernel.Expr) kernel.Expr { return &kernel.Convert{T: kernel.U32, X: e} }
	xor := func(x, y kernel.Expr) kernel.Expr { return kernel.Bin(kernel.Xor, x, y) }
	wide := &kernel.Convert{T: kernel.U32, X: choice(kernel.U8, 1, 0)}
	for _, c := range []struct {
		e    kernel.Expr
		want string
	}{
		{xor(kernel.Ref(p), choice(kernel.U32, 1, 0)), "s == 3 ? p ^ 1 : p"},
		{xor(choice(kernel.U32, 1, 0), kernel.Ref(p)), "s == 3 ? p ^ 1 : p"},
		{xor(kernel.Ref(p), as(choice(kernel.I32, 1, 0))), "s == 3 ? p ^ 1 : p"},
		{xor(kernel.Ref(p), as(choice(kernel.I32, -1, 0))), "s == 3 ? p ^ 4294967295 : p"},
		{xor(kernel.Ref(p), choice(kernel.U32, 1, 2)), ""}, // both change bits
		{xor(kernel.Ref(p), wide), ""},                     // -1 would be another number
		{kernel.Bin(kernel.Or, kernel.Ref(p), choice(kernel.U32, 1, 0)), ""},
	} {
		got := flipped(c.e)
		if c.want == "" {
			assert.Same(t, c.e, got, kernel.ExprString(c.e))
			continue
		}
		assert.Equal(t, c.want, kernel.ExprString(got), kernel.ExprString(c.e))
		assert.Equal(t, c.e.Type(), got.Type())
	}
}
