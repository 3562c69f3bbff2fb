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

// TestAlwaysOutside: an access is told that some thread makes outside of its array whatever ordinary
// values the parameters have; none that a value the program may pass keeps inside.
func TestAlwaysOutside(t *testing.T) {
	for body, outside := range map[string]bool{
		"for (int i = 0; i < n; i++) s[t + 1] = i;":                                              true,
		"for (int i = 0; i < n; i++) s[t] = i;":                                                  false,
		"for (int i = 0; i < n; i++) if (t < 63) s[t + 1] = i;":                                  false,
		"for (int i = 0; i < n; i++) s[i] = t;":                                                  false, // more than 64 iterations leave it
		"for (int i = 0; i < n; i++) s[t + n] = i;":                                              true,
		"for (int i = 0; i <= n; i++) s[t + n] = i;":                                             false, // inside for n = 0
		"for (int i = 0; i < n; i++) s[n - 64 + t] = i;":                                         false, // inside for n = 64
		"for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) s[t - 1] = j;":                  true,
		"for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) s[t + m - n] = j;":              false,
		"for (int i = 0; i < n; i++) { s[t] = i; if (in[t] > 0) s[t + 1] = i; }":                 false, // depends on the input
		"for (int i = 0; i < n; i++) { s[t] = i; __syncthreads(); int v = s[2 * t]; s[t] = v; }": true,
	} {
		k := kerneltest.Lower(t, "__global__ void k(const int *in, int n, int m) { __shared__ int s[64]; int t = threadIdx.x; "+body+" }",
			kernel.Launch{BlockDim: [3]int{64, 1, 1}, GridDim: [3]int{1, 1, 1}})
		r := verdict.Decide(context.Background(), k, verdict.Options{Effort: enough, Engine: verdict.WeftEngine, CertainBounds: true}, verdict.DefaultEngines())
		p := r.Property(kernel.Bounds)
		assert.Equal(t, outside, p != nil && p.Status == claim.Refuted, body)
	}
}
