package verdict_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument"
	"gv2/runtime/solver"
	"gv2/runtime/verdict"
)

// digits needs bits, but only to the eye: whatever the shifted key is, its last four
// bits choose a row and the thread has a column of its own.
const digits = `__global__ void digits(const unsigned *keys, int *out, int shift, int n) {
  __shared__ int last[16 * 32];
  int t = threadIdx.x;
  for (int i = 0; i < n; i++) {
    last[((keys[i] >> shift) & 15) * 32 + t] = i;
    __syncthreads();
  }
  out[t] = last[t];
}`

// TestIntegersAreTriedFirstInLoops: bit-vectors are not asked about loops that
// integers prove.
func TestIntegersAreTriedFirstInLoops(t *testing.T) {
	t.Parallel()
	var asked []bool
	solve := func(ctx context.Context, p boogie.Printed, o solver.Options) (*solver.Answer, error) {
		asked = append(asked, strings.Contains(p.Text, "// arithmetic: bv"))
		return solver.Run(ctx, p, o)
	}
	k := kernelOf(t, digits, kernel.Launch{BlockDim: [3]int{32, 1, 1}, GridDim: [3]int{1, 1, 1}})
	r := verdict.VerifyWith(context.Background(), k, verdict.Options{Effort: enough}, solve)
	assert.Equal(t, verdict.KernelProved, r.Outcome, "%v %+v", r.Err, r.Properties)
	assert.Equal(t, "bv", r.Arith)
	assert.Equal(t, "int", r.Property(kernel.DataRace).Arith)
	assert.NotContains(t, asked, true)
	assert.Contains(t, r.Assumptions, instrument.NoOverflow)
}
