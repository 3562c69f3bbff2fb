package scatter

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/unit/kerneltest"
	"gv2/predicate"
	"gv2/predicate/fact"
)

// TestGrowingSumsAreBounded: each statement adds a term to what the next ones compute
// with, so that the work grows with the square of the text, and the budget counts it.
func TestGrowingSumsAreBounded(t *testing.T) {
	body := strings.Repeat("  s[threadIdx.x] = x; __syncthreads(); x = x * 3 + s[(threadIdx.x + n) % 256]; __syncthreads();\n", 700)
	k := kerneltest.Lower(t, "__global__ void k(int *p, int n) {\n  __shared__ int s[256]; int x = n;\n"+body+"  p[x] = 1;\n}\n", kerneltest.Block(256))
	prog, diags := predicate.Predicate(k, fact.SameBlock)
	require.False(t, diags.HasErrors())
	r := newRunner(prog, computed(k))
	assert.ErrorIs(t, r.block(prog.Body), errBudget)
	assert.Less(t, r.work, maxWork+maxWork/4)
}
