package fact_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// TestOfIntegers: what a texture holds is input, whatever the function is called; and a function that has such a name
// makes its integer of integers all the same. A copy of a call is what the call was.
func TestOfIntegers(t *testing.T) {
	n := kernel.Ref(&kernel.Var{Name: "n", T: kernel.I32})
	for _, c := range []struct {
		call *kernel.Call
		want bool
	}{
		{&kernel.Call{T: kernel.I32, Fn: "tex1Dfetch_i32", Args: []kernel.Expr{n}, Input: true}, false},
		{&kernel.Call{T: kernel.I32, Fn: "read_image", Args: []kernel.Expr{n}, Input: true}, false},
		{&kernel.Call{T: kernel.I32, Fn: "texture_width", Args: []kernel.Expr{n}}, true},
		{&kernel.Call{T: kernel.F32, Fn: "texture_width", Args: []kernel.Expr{n}}, false},
		{&kernel.Call{T: kernel.I32, Fn: "clock"}, false},
	} {
		assert.Equal(t, c.want, fact.OfIntegers(c.call), c.call.Fn)
		other := kernel.MapExpr(c.call, func(e kernel.Expr) kernel.Expr {
			if e == n {
				return kernel.NewConst(kernel.I32, 3)
			}
			return e
		})
		assert.Equal(t, c.want, fact.OfIntegers(other.(*kernel.Call)), c.call.Fn)
	}
}
