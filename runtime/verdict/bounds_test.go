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

// TestOutsideAroundOpenParts: accesses before and behind a part that depends on memory are looked at
// like others, accesses that rest on what the part does are not; and in a large grid the blocks are
// looked at that do something else than their neighbours.
func TestOutsideAroundOpenParts(t *testing.T) {
	open := kernel.Launch{BlockDim: [3]int{64, 1, 1}}
	many := kernel.Launch{BlockDim: [3]int{64, 1, 1}, GridDim: [3]int{101, 1, 1}}
	plane := kernel.Launch{BlockDim: [3]int{64, 1, 1}, GridDim: [3]int{33, 17, 1}}
	wait := "while (atomicAdd(&flag[0], 0) == 0); "
	for _, c := range []struct {
		body    string
		launch  kernel.Launch
		outside bool
	}{
		{"s[t + 1] = 0; " + wait, open, true},
		{"s[t] = 0; " + wait, open, false},
		{wait + "s[t + 1] = 0;", open, true},
		{wait + "s[t] = 0;", open, false},
		{"int i = t; while (in[i]) i++; s[i] = 0;", open, false}, // i may be t
		{"int i = t; while (in[i]) i++; s[t + 1] = i;", open, true},
		{"int i = 0; while (in[i]) { s[t + 1] = i; i++; __syncthreads(); }", open, false}, // perhaps no iteration
		{"int i = 0; while (s[t + 1] != in[i]) i++;", open, true},                         // the condition is computed once at least
		{"int i = 0; while (in[i]) { if (i == 7) return; i++; __syncthreads(); } s[t + 1] = 0;", open, false},
		{"int i = 0; while (in[i]) { i++; __syncthreads(); } s[t + 1] = 0;", open, true},
		{"s[t] = t; while (in[0]) { s[t] = t + 1; __syncthreads(); } s[s[t]] = 0;", open, false}, // s[t] may be in range
		{"if (t < 32) { while (in[t]) { __syncthreads(); } s[t + 40] = 0; }", open, true},
		{"if (t < 32) { while (in[t]) { if (t == 5) return; __syncthreads(); } s[t + 40] = 0; }", open, false},
		{"for (int j = 0; j < 2; j++) { s[t + j] = 0; while (in[j + t]) { if (t == 5) return; __syncthreads(); } }", open, false},
		{"g[blockIdx.x] = 0;", many, true},
		{"g[blockIdx.x % 100] = 0;", many, false},
		{"if (in[t]) g[blockIdx.x] = 0;", many, false},
		{"if (blockIdx.x < 100) g[blockIdx.x] = 0;", many, false},
		{"g[blockIdx.x] = 0;", open, false}, // a grid of up to 100 blocks is right
		{wait + "g[blockIdx.x] = 0;", many, true},
		{"for (int i = blockIdx.x; i >= 0; i--) { if (in[i]) break; g[i] = 0; }", many, false},
		{"for (int i = 0; i < n; i++) g[blockIdx.x] = i;", many, true},
		{"int i = blockIdx.x + t; if (i <= 100) g[i] = 0;", many, true},
		{"int i = blockIdx.x + t; if (i < 100) g[i] = 0;", many, false},
		{"int i = blockIdx.x * 2; if (i <= 100) g[i] = 0;", many, true},
		{"int i = blockIdx.x * 2; if (i <= 99) g[i] = 0;", many, false},
		{wait + "int i = blockIdx.x * 2; if (i <= 100) g[i] = 0;", many, true},
		{"for (int j = 0; j < n; j++) { int i = blockIdx.x * 2; if (i <= 100) g[i] = 0; }", many, true},
		{"for (int j = 0; j < n; j++) { int i = blockIdx.x * 2 + n; if (i <= 100) g[i - n] = 0; }", many, false},
		{"int i = blockIdx.y * 10 + blockIdx.x; if (blockIdx.x < 10 && blockIdx.y <= 10) g[i] = 0;", plane, true},
		{"int i = blockIdx.y * 10 + blockIdx.x; if (blockIdx.x <= 10 && blockIdx.y < 10) g[i] = 0;", plane, true},
		{"int i = blockIdx.y * 10 + blockIdx.x; if (blockIdx.x < 10 && blockIdx.y < 10) g[i] = 0;", plane, false},
	} {
		k := kerneltest.Lower(t, "__device__ int g[100], flag[1]; __global__ void k(const int *in, int n) { __shared__ int s[64]; int t = threadIdx.x; "+c.body+" }", c.launch)
		r := verdict.Decide(context.Background(), k, verdict.Options{Effort: enough, Engine: verdict.WeftEngine, CertainBounds: true}, verdict.DefaultEngines())
		p := r.Property(kernel.Bounds)
		assert.Equal(t, c.outside, p != nil && p.Status == claim.Refuted, c.body)
	}
}
