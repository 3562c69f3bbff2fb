package verdict_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/kernel"
	"gv2/runtime/claim"
	"gv2/runtime/verdict"
)

// TestWhatOthersWriteIsSeen: a thread reads what another one of its warp has
// written where nothing but lock step, or a __syncwarp of lanes that are not
// constant, is between. Nothing may be proved from what the thread itself has
// written there before.
func TestWhatOthersWriteIsSeen(t *testing.T) {
	const stale = "__shared__ int s[32]; int t = threadIdx.x; s[t] = t + blockIdx.x * 32; SYNC s[31 - t] = blockIdx.x / 64; SYNC if (t == 0) out[s[t]] = blockIdx.x;"
	for _, c := range []struct {
		name, text string
		property   kernel.Property
		grid       int
		lockStep   bool
	}{
		{"__syncwarp", "__global__ void k(int *out, unsigned m) { __requires(m == 0xffffffff); " + strings.ReplaceAll(stale, "SYNC", "__syncwarp(m);") + " }", kernel.DataRace, 0, false},
		{"lock step", "__global__ void k(int *out) { " + strings.ReplaceAll(stale, "SYNC", "") + " }", kernel.DataRace, 0, true},
		{"lock step, assertion", "__global__ void k(int *a) { a[0] = 1; a[1] = 1; a[threadIdx.x] = 0; __assert(a[0] == 1 || a[1] == 1); }", kernel.Assertion, 1, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			opts := verdict.Options{Engine: verdict.AutoEngine}
			opts.Exact.WarpSync = c.lockStep
			k := kernelOf(t, c.text, kernel.Launch{BlockDim: [3]int{32, 1, 1}, GridDim: [3]int{c.grid, 1, 1}})
			r := verdict.Decide(context.Background(), k, opts, verdict.DefaultEngines())
			p := r.Property(c.property)
			if assert.NotNil(t, p) {
				assert.NotEqual(t, claim.Proved, p.Status)
			}
		})
	}
}
