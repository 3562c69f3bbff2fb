package verdict

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/instrument"
	"gv2/instrument/ask"
	"gv2/instrument/key"
	"gv2/runtime/smallkernel"
)

// TestOverflowIsTheCause: p[threadIdx.x * n] is raced on only if the product
// wraps, or if n is 0.
func TestOverflowIsTheCause(t *testing.T) {
	t.Parallel()
	scaled := func(requires kernel.BinaryOp) *kernel.Kernel {
		var n *kernel.Var
		k := smallkernel.Kernel(func(p *kernel.Array, param *kernel.Var) []kernel.Stmt {
			n = param
			index := smallkernel.Binary(kernel.Mul, smallkernel.Signed32(smallkernel.ThreadIdx()), &kernel.VarRef{Var: n})
			return []kernel.Stmt{smallkernel.Store(2, p, smallkernel.Wide(index), smallkernel.ThreadIdx())}
		})

		k.Requires = []kernel.Expr{smallkernel.Binary(requires, &kernel.VarRef{Var: n}, &kernel.Const{T: kernel.I32})}
		return k
	}
	r := verify(t, scaled(kernel.Gt), Options{Encoding: ask.Request{Model: ask.Model{Arith: key.BVArith}}})
	require.Equal(t, KernelRefuted, r.Outcome, "%v", r.Err)
	require.Len(t, r.Findings, 1)
	assert.Regexp(t, `^threadIdx\.x \* n is \d{10,} in thread \(\d+,0,0\) and wraps to -?\d+$`, r.Findings[0].Cause)
	assert.Contains(t, r.Findings[0].Message, "; through overflow: "+r.Findings[0].Cause)

	r = verify(t, scaled(kernel.Eq), Options{Encoding: ask.Request{Model: ask.Model{Arith: key.BVArith}}})
	require.Equal(t, KernelRefuted, r.Outcome, "%v", r.Err)
	assert.Empty(t, r.Findings[0].Cause, "all write element 0")

	r = verify(t, scaled(kernel.Gt), Options{})
	assert.Equal(t, KernelProved, r.Outcome)
	assert.Contains(t, r.Assumptions, instrument.NoOverflow)
}
