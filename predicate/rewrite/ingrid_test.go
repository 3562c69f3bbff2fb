package rewrite

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/kernel"
	"gv2/frontend/unit/kerneltest"
)

// TestInGrid: a kernel in a grid of one block reads neither the size of the grid nor the index of the block.
func TestInGrid(t *testing.T) {
	k := kerneltest.Lower(t, `__global__ void k(int *out, int n) {
	  for (int i = blockIdx.x * 64 + threadIdx.x; i < n; i += gridDim.x * 64) { if (blockIdx.y < gridDim.y) out[i + blockIdx.x] = 1; }
	}`, kernel.Launch{BlockDim: [3]int{64, 1, 1}, GridDim: [3]int{0, 0, 1}})
	reads := func(k *kernel.Kernel, dim int) bool {
		return kernel.Any(k.Body, func(s kernel.Stmt) bool {
			found := false
			kernel.Exprs(s, func(e kernel.Expr) {
				kernel.WalkExpr(e, func(e kernel.Expr) bool {
					b, is := e.(*kernel.Builtin)
					found = found || is && b.Dim == dim && (b.Kind == kernel.BlockIdx || b.Kind == kernel.GridDim)
					return true
				})
			})
			return found
		})
	}
	one := InGrid(k, [3]int{1, 0, 1})
	assert.Equal(t, [3]int{1, 0, 1}, one.Launch.GridDim)
	assert.False(t, reads(one, 0))
	assert.True(t, reads(one, 1))
	assert.True(t, reads(k, 0), "the kernel itself stays")
	assert.NoError(t, kernel.Check(one))
	assert.True(t, reads(InGrid(k, [3]int{2, 0, 1}), 0), "one of two blocks")
}
