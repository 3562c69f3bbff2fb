package fact

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/diag"
	"gv2/frontend/kernel"
)

// TestContendedAsksLittle: a kernel of many lines has as many conflicts as pairs of them, of which one that is not
// known tells enough.
func TestContendedAsksLittle(t *testing.T) {
	const lines = 3000
	a, b := &kernel.Array{Name: "a", Elem: kernel.I32}, &kernel.Array{Name: "b", Elem: kernel.I32}
	k := &kernel.Kernel{Arrays: []*kernel.Array{a, b}}
	for i := range lines {
		src := kernel.Src{Pos: diag.Pos{File: "k.cu", Line: i + 1}}
		k.Body = append(k.Body, &kernel.Store{Src: src, Acc: kernel.Access{Array: a, Index: kernel.NewConst(kernel.I32, 0)}, X: kernel.NewConst(kernel.I32, 0)})
	}
	asked := 0
	first := func(c Conflict) bool { asked++; return c.Lines[0] == c.Lines[1] }
	assert.Equal(t, []*kernel.Array{a}, Contended(k, k.Arrays, first))
	assert.Equal(t, 2, asked)
	assert.Empty(t, Contended(k, []*kernel.Array{b}, first))
}

// TestRangesOfLongSums: the range of a sum is found in as many steps as it has terms, not in twice as many at each.
func TestRangesOfLongSums(t *testing.T) {
	for _, typ := range []kernel.Type{kernel.I32, kernel.U32} {
		v := &kernel.Var{Name: "v", T: typ}
		k := &kernel.Kernel{Vars: []*kernel.Var{v}}
		x := kernel.Expr(kernel.Bin(kernel.And, kernel.Ref(v), kernel.NewConst(typ, 7)))
		for range 200 {
			x = kernel.Bin(kernel.Add, x, kernel.Bin(kernel.And, kernel.Ref(v), kernel.NewConst(typ, 7)))
		}
		assert.Equal(t, Span(0, 201*7), NewRanges(k).Of(x))
	}
}
