package rewrite

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/kernel"
	"gv2/frontend/unit/kerneltest"
	"gv2/predicate/fact"
)

// TestSteadyCounters: a counter loses the thread's own part where the loop's condition takes it
// out, and only where all that moves it is the same for all threads.
func TestSteadyCounters(t *testing.T) {
	for loop, want := range map[string]bool{
		"for (int i = blockIdx.x * 64 + t; i - t < n; i += gridDim.x * 64) out[i] = 1;":                    true,
		"for (int i = t; i < n; i += 64) out[i] = 1;":                                                      false,
		"for (int i = 2 * t; i - t < n; i += 64) out[i] = 1;":                                              false,
		"for (int i = t; i - t < n; i += 64) { out[i] = 1; if (t == 3) i++; }":                             true, // under a condition of the thread
		"for (int i = t; i - t < n; i += t) out[i] = 1;":                                                   false,
		"for (int i = t; i - t < n; i += 64) { out[i] = 1; i = out[i]; }":                                  false,
		"for (int i = t + 5; i - threadIdx.x - 2 < n; i += 64) out[i] = 1;":                                true, // unsigned with a signed counter
		"for (int i = blockIdx.x * 64 + t; i - threadIdx.x < n; i += gridDim.x * 64) out[i] = 1;":          true,
		"for (unsigned i = t; (int)i - t < n; i += 64) out[i] = 1;":                                        true,
		"for (long long i = t; (int)i - t < n; i += 64) out[i] = 1;":                                       false, // of another width
		"for (unsigned i = 5 * t; i - 5 * t < n; i += 64) out[i] = 1;":                                     true,
		"for (unsigned i = blockIdx.x - t; i + t < n; i += 64) out[i] = 1;":                                false, // 0 - t is no sum of integers
		"for (unsigned char i = t; i - t < n; i += 64) out[i] = 1;":                                        false, // wraps at 256
		"int r = t; for (int i = t; i - r < n; i += 64) { out[i] = 1; r = out[0]; }":                       false,
		"for (int j = 0; j < n; j++) for (int i = j + t; i - t < n; i += 64) out[i] = 1;":                  true,
		"for (long long i = blockIdx.x * 64 + t; i - t < n; i += 64) out[i] = 1;":                          false, // the start may have wrapped
		"for (int i = t; i + (blockDim.x - t) < n; i += 64) out[i] = 1;":                                   true,
		"for (int i = t; i - t < n; i = i * 2) out[i] = 1;":                                                false, // moved, but by no sum
		"for (int i = t; i - t < n; i = n - i) out[i] = 1;":                                                false,
		"int s = n; for (int i = t; i - t < n; i += s) { out[i] = 1; s = out[blockIdx.x] + threadIdx.x; }": false,
	} {
		k := SplitVars(kerneltest.Lower(t, "__global__ void k(int *out, int n) { int t = threadIdx.x; "+loop+" }", kerneltest.Block(64)), nil)
		got := SteadyCounters(k, nil)
		assert.Equal(t, want, got != k, loop)
		if got == k {
			continue
		}
		assert.NoError(t, kernel.Check(got), loop)
		uniform := false
		kernel.Walk(got.Body, func(s kernel.Stmt) bool {
			if l, ok := s.(*kernel.Loop); ok {
				uniform = fact.Uniform(got, fact.SameBlock).Loop(l)
			}
			return true
		})
		assert.Equal(t, !strings.Contains(loop, "t == 3"), uniform, loop)
	}
}
