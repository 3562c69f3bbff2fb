package verdict_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/runtime/claim"
	"gv2/runtime/verdict"
)

// TestRacesOfReceivedElements: that two threads read the same place from memory
// that the kernel fills refutes it only if they do for some input.
func TestRacesOfReceivedElements(t *testing.T) {
	text := `__global__ void scatter(const int *in, int *out, int n) {
	  __shared__ int s[32];
	  int t = threadIdx.x;
	  s[t] = %;
	  __syncthreads();
	  if (n > 3) out[s[31 - t]] = t;
	}`
	for value, racy := range map[string]bool{"in[t]": true, "2 * t + n * 64": false} {
		k := kernelOf(t, strings.Replace(text, "%", value, 1), kernel.Launch{BlockDim: [3]int{32, 1, 1}, GridDim: [3]int{1, 1, 1}})
		r := verdict.Decide(context.Background(), k, verdict.Options{Effort: enough, NoPrecondition: true}, verdict.DefaultEngines())
		p := r.Property(kernel.DataRace)
		require.NotNil(t, p)
		assert.Equal(t, racy, p.Status == claim.Refuted, "%s: %s %v", value, p.Reason(), r.Findings)
	}
}
