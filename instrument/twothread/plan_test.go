package twothread

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
)

func TestNarrowIndex(t *testing.T) {
	i := &kernel.Var{Name: "i", T: kernel.I32}
	u := &kernel.Var{Name: "u", T: kernel.U32}
	l := &kernel.Var{Name: "l", T: kernel.I64}
	wide := func(v *kernel.Var) kernel.Expr { return &kernel.Convert{T: kernel.I64, X: kernel.Ref(v)} }
	tests := []struct {
		indices []kernel.Expr
		want    kernel.Type
	}{
		{[]kernel.Expr{wide(i), kernel.NewConst(kernel.I64, 3)}, kernel.I32},
		{[]kernel.Expr{wide(u), kernel.NewConst(kernel.I64, 3)}, kernel.U32},
		{[]kernel.Expr{wide(i), wide(u)}, kernel.I64},
		{[]kernel.Expr{wide(i), kernel.Ref(l)}, kernel.I64},
		{[]kernel.Expr{wide(u), kernel.NewConst(kernel.I64, -1)}, kernel.I64},
	}
	for _, tt := range tests {
		n := &narrowIndex{}
		for _, x := range tt.indices {
			n.note(x)
		}
		require.Equal(t, tt.want, n.typ())
	}
}
