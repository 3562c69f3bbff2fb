package verdict_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/kernel"
	"gv2/frontend/unit/kerneltest"
	"gv2/runtime/claim"
	"gv2/runtime/verdict"
)

// TestLanesThatLeave: a lane is not waited for within its warp once it has left the kernel, and statements
// that stand for the same may differ; both engines see it so.
func TestLanesThatLeave(t *testing.T) {
	for body, refuted := range map[string]bool{
		"if (in[t] > 0) { out[t] = 1; __syncwarp(); }":                                          false,
		"if (in[t] > 0) { out[t] = 1; __syncwarp(); } else { out[t] = 2; __syncwarp(); }":       false,
		"if (in[t] > 0) { out[t] = 1; __syncwarp(); } __syncthreads();":                         true,
		"if (t & 1) { out[t] = 1; __syncwarp(); }":                                              false,
		"if (t & 1) { out[t] = 1; __syncwarp(); } __syncthreads();":                             true,
		"if (in[t] > 0) out[t] = __shfl_sync(~0u, t, 0); else out[t] = __shfl_sync(~0u, t, 1);": true,
	} {
		k := kerneltest.Lower(t, "__global__ void k(const int *in, int *out) { int t = threadIdx.x; "+body+" }", kerneltest.Block(32))
		for _, engine := range []string{verdict.AutoEngine, verdict.BoogieEngine} {
			r := verdict.Decide(context.Background(), k, verdict.Options{Effort: enough, Engine: engine}, verdict.DefaultEngines())
			assert.Equal(t, refuted, r.Property(kernel.Divergence).Status == claim.Refuted, "%s: %s", engine, body)
		}
	}
}
