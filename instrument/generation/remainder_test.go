package generation

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// A remainder over the step that was logged is that over the iteration, which begins with 1.
func TestRemaindersInSteps(t *testing.T) {
	for _, typ := range []kernel.Type{kernel.I32, kernel.U32, kernel.I64} {
		p := &part{}
		p.iter, p.step = &kernel.Var{Name: "ITER", T: kernel.I32}, &kernel.Var{Name: "STEP", T: kernel.I32}
		number := func(n int64) kernel.Expr { return kernel.NewConst(typ, n) }
		for _, period := range []int64{2, 3, 4, 8} {
			for _, add := range []int64{-1, 0, 1, 2, 3, 9} {
				x := lineOf(typ, 1, counted(typ, p.iter), add)
				forms := []kernel.Expr{kernel.Bin(kernel.Rem, x, number(period)), kernel.Bin(kernel.Rem, kernel.Bin(kernel.Add, x, number(2)), number(period))}
				if period&(period-1) == 0 {
					forms = append(forms, kernel.Bin(kernel.And, x, number(period-1)))
				}
				for _, e := range forms {
					got := p.inSteps(kernel.Bin(kernel.Mul, e, number(7)), period)
					require.NotContains(t, kernel.ExprString(got), "ITER")
					for iter := int64(1); iter <= 3*period; iter++ {
						known := fact.Known{Value: func(v *kernel.Var) *kernel.Const {
							if v == p.step {
								return kernel.NewConst(v.T, iter%period)
							}
							return kernel.NewConst(v.T, iter)
						}}
						require.Equal(t, known.Of(kernel.Bin(kernel.Mul, e, number(7))).Val, known.Of(got).Val, "%s as %s, iteration %d", kernel.ExprString(e), kernel.ExprString(got), iter)
					}
				}
			}
		}
		other := kernel.Bin(kernel.Rem, kernel.Bin(kernel.Mul, counted(typ, p.iter), number(2)), number(4))
		require.Same(t, other, p.inSteps(other, 4), "a multiple of the iteration stays")
	}
}
