package interleave_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/frontend/unit/kerneltest"
	"gv2/runtime/interleave"
)

func programOf(t *testing.T, text string, threads, blocks int) *interleave.Program {
	t.Helper()
	launch := kernel.Launch{BlockDim: [3]int{threads, 1, 1}, GridDim: [3]int{blocks, 1, 1}}
	p, err := interleave.Compile(kerneltest.Lower(t, text, launch))
	require.NoError(t, err)
	return p
}

// seen are the faults of many executions, by property.
func seen(p *interleave.Program, params map[string]int64) map[kernel.Property]int {
	out := map[kernel.Property]int{}
	for n := range uint64(48) {
		for _, f := range p.Run(interleave.Options{Input: n, Schedule: n, Params: params, MaxSteps: 200_000}).Faults {
			out[f.Property]++
		}
	}
	return out
}

// TestRaces: accesses that atomics, barriers and __syncwarp order race in no
// execution, and those that nothing orders race in some.
func TestRaces(t *testing.T) {
	for body, racy := range map[string]bool{
		"d[0] = t;":        true,
		"d[0] = 7;":        false,
		"d[t] = d[t ^ 1];": true,
		"s[t] = t; __syncthreads(); d[t] = s[63 - t];":                                                                                           false,
		"s[t] = t; __syncwarp(); d[t] = s[63 - t];":                                                                                              true,
		"s[t] = t; __syncwarp(); d[t] = s[t ^ 1];":                                                                                               false,
		"s[t] = t; __shfl_sync(-1, t, 0); d[t] = s[t ^ 1];":                                                                                      true,
		"atomicAdd(&d[0], t);":                                                                                                                   false,
		"if (t == 3) d[0] = 0; atomicAdd(&d[0], t);":                                                                                             true,
		"while (atomicCAS(&c[0], 0, 1) != 0) { } d[0] += t; atomicExch(&c[0], 0);":                                                               true,
		"while (atomicCAS(&c[0], 0, 1) != 0) { } F d[0] += t; F atomicExch(&c[0], 0);":                                                           false,
		"while (atomicCAS(&c[0], 0, 1) != 0) { } d[0] += t; F atomicExch(&c[0], 0);":                                                             true,
		"while (atomicCAS(&c[0], 0, 1) != 0) { } F d[0] += t; atomicExch(&c[0], 0);":                                                             true,
		"while (atomicCAS(&c[0], 0, 1) != 0) { } atomicExch(&c[0], 0); d[0] += t;":                                                               true,
		"while (atomicCAS(&c[0], 0, 1) != 0) { } d[0] += t; atomicExch(&c[1], 0);":                                                               false,
		"while (atomicCAS(&c[t % 2], 0, 1) != 0) { } d[0] += t; atomicExch(&c[t % 2], 0);":                                                       true,
		"d[t] = t; F if (atomicAdd(&c[0], 1) == 63) { F d[70] = d[1] + d[62]; }":                                                                 false,
		"d[t] = t; F if (atomicAdd(&c[0], 1) == 62) { F d[70] = d[1] + d[62]; }":                                                                 true,
		"d[t] = t; if (atomicAdd(&c[0], 1) == 63) { F d[70] = d[1] + d[62]; }":                                                                   true,
		"d[t] = t; F if (atomicAdd(&c[0], 1) == 63) { d[70] = d[1] + d[62]; }":                                                                   true,
		"d[t] = t; F __syncthreads(); if (t == 0) atomicAdd(&c[0], 1);":                                                                          false,
		"volatile int *v = d; v[t] = t; if (atomicAdd(&c[0], 1) == 63) d[70] = v[1] + v[62];":                                                    true,
		"volatile int *v = d; v[t] = t; F if (atomicAdd(&c[0], 1) == 63) d[70] = v[1] + v[62];":                                                  false,
		"volatile int *v = d; v[t] = t; F __syncthreads(); if (t == 0 && atomicAdd(&c[0], 1) == 0) d[70] = v[1] + v[62];":                        false,
		"volatile int *v = d; v[t] = t; if (atomicAdd(&c[0], 1) == 62) d[70] = v[1] + v[62];":                                                    true,
		"volatile int *v = d; v[t] = t; if (atomicAdd(&c[0], 1) == 63) d[70] = d[1] + v[62];":                                                    true,
		"if (t < 32) { atomicAdd(&c[0], 1); if (atomicAdd(&c[1], 1) == 31) d[0] = c[0]; }":                                                       true,
		"if (t < 32 && atomicAdd(&c[0], 1) == 31) d[0] = c[0];":                                                                                  false,
		"if (atomicAdd(&c[0], 1) == 63) d[70] = d[1] + d[62]; d[t] = t;":                                                                         true,
		"if (in[t] == 4711) d[0] = t;":                                                                                                           true,
		"if (in[t] == 4711 && in[t + 1] > in[t]) d[in[t + 2]] = t;":                                                                              true,
		"__shared__ int m; if (t == 0) m = 0; __syncthreads(); if (in[t] > 0) s[atomicAdd(&m, 1)] = t; __syncthreads(); if (t < m) d[s[t]] = t;": false,
		"int k = __popc(__ballot_sync(-1, in[t] > 0)); if (k > 32) d[0] = t;":                                                                    false,
		"int k = __popc(__ballot_sync(-1, in[t] > 0)); if (k > 3) d[0] = t;":                                                                     true,
		"if (__syncthreads_or(in[t] == 3 && in[t] == 4)) d[0] = t;":                                                                              false,
		"if (__syncthreads_or(in[t] == 3)) d[0] = t;":                                                                                            true,
		"for (int i = 0; i < 4; i++) { if (i == 2) continue; d[i * 64 + t] = i; }":                                                               false,
		"for (int i = 0; i < 4; i++) { d[i * 63 + t] = i; if (i == 2) break; }":                                                                  true,
		"int i = 0; do { d[t + i] = i; i += 64; } while (i < 128);":                                                                              false,
		"float x = in[t] * 0.25f; if (x < -0.5f) d[0] = t;":                                                                                      true,
		"__builtin_assume(n < 64); d[t] = 1; if (t == 0) d[n + 64] = 2;":                                                                         false,
	} {
		text := "__global__ void k(const int *in, int *d, int *c, int n) { __shared__ int s[64]; int t = threadIdx.x; " + strings.ReplaceAll(body, "F ", "__threadfence_block(); ") + " }"
		p := programOf(t, text, 64, 1)
		found := seen(p, map[string]int64{"n": 5})
		assert.Equal(t, racy, found[kernel.DataRace] > 0, body)
		assert.Zero(t, found[kernel.Divergence]+found[kernel.Assertion], body)
	}
}

// TestBlocksRace: only atomics and barriers of the grid order blocks.
func TestBlocksRace(t *testing.T) {
	text := `__global__ void k(int *d, int *c) {
	  d[blockIdx.x] = threadIdx.x + 1;
	  __syncthreads();
	  if (threadIdx.x == 0) __threadfence();
	  if (threadIdx.x == 0 && %) { __threadfence(); d[9] = d[0] + d[1] + d[2]; }
	}`
	for cond, racy := range map[string]bool{
		"atomicAdd(c, 1) == 2": false, "atomicAdd_block(c, 1) == 2": true, "blockIdx.x == 2": true,
	} {
		p := programOf(t, replaced(text, cond), 1, 3)
		assert.Equal(t, racy, seen(p, nil)[kernel.DataRace] > 0, cond)
		alone := p.Run(interleave.Options{Blocks: []int{1}, MaxSteps: 1000})
		assert.Empty(t, alone.Faults, "one block of three")
		inner := p.Run(interleave.Options{IntraGroup: true, MaxSteps: 1000})
		assert.Empty(t, inner.Faults, "blocks do not matter")
	}
}

func replaced(text, with string) string {
	for i := range text {
		if text[i] == '%' {
			return text[:i] + with + text[i+1:]
		}
	}
	return text
}

// TestDivergence: all threads of a block reach the same barrier, or the report names
// one that does not.
func TestDivergence(t *testing.T) {
	for body, diverges := range map[string]bool{
		"if (in[0] == 3) __syncthreads();":                                      false,
		"if (in[t] == 3) __syncthreads();":                                      true,
		"if (t < 5) return; __syncthreads();":                                   true,
		"if (t < 5) __syncthreads(); else __syncthreads();":                     true,
		"s[t] = in[t] & 1; __syncthreads(); if (s[t ^ 1] > 1) __syncthreads();": false,
		"if (__syncthreads_count(in[t]) > 3) __syncthreads();":                  false,
		"for (int i = 0; i < in[0]; i++) __syncthreads();":                      false,
		"for (int i = 0; i < in[t] && i < 9; i++) __syncthreads();":             true,
		"if (in[t] > 2) __syncwarp();":                                          false, // the other lanes leave
		"if (in[t] > 2) __syncwarp(); __syncthreads();":                         true,
		"if (in[t] > 2) __syncwarp(); else __syncwarp(); __syncthreads();":      false,
		"if (in[t] > 2) __syncwarp(); else __syncwarp(1u << t % 32);":           false, // these lanes leave, too
		"if (t & 1) __shfl_sync(~0u, t, 0); else __shfl_sync(~0u, t, 1);":       true,
		"if (t & 1) __shfl_sync(~0u, t, 1);":                                    false,
	} {
		text := "__global__ void k(const int *in, int *d) { __shared__ int s[64]; int t = threadIdx.x; " + body + " }"
		found := seen(programOf(t, text, 64, 1), nil)
		assert.Equal(t, diverges, found[kernel.Divergence] > 0, body)
		assert.Zero(t, found[kernel.DataRace], body)
	}
}

// TestAssertions: an assertion or a loop invariant fails if its condition is false, for inputs that
// the kernel admits.
func TestAssertions(t *testing.T) {
	for body, fails := range map[string]bool{
		"assert(in[0] != 3);":                                  true,
		"__builtin_assume(in[0] < 3); assert(in[0] != 3);":     false,
		"assert(n == 5);":                                      false,
		"assert((n / 2) * 2 == n);":                            true,
		"for (int i = 0; __invariant(i <= 3), i < 4; i++) { }": true,
		"for (int i = 0; __invariant(i <= 4), i < 4; i++) { }": false,
	} {
		text := "#include <assert.h>\n__global__ void k(const int *in, int n) { " + body + " }"
		found := seen(programOf(t, text, 2, 1), map[string]int64{"n": 5})
		assert.Equal(t, fails, found[kernel.Assertion] > 0, body)
	}
}

// TestVoidExecutions: inputs that the kernel does not admit show nothing.
func TestVoidExecutions(t *testing.T) {
	for _, body := range []string{
		"d[t / 2] = t; s[in[0] - 100000] = 1;", "d[t / 2] = t; __builtin_assume(n == 6);",
		"d[t / 2] = t; d[3] = n + 2147483647;", "d[t / 2] = t; d[3] = n / (n - 5);",
	} {
		text := "__global__ void k(const int *in, int *d, int n) { __shared__ int s[64]; int t = threadIdx.x; " + body + " }"
		r := programOf(t, text, 64, 1).Run(interleave.Options{Params: map[string]int64{"n": 5}, MaxSteps: 100_000})
		assert.NotEmpty(t, r.Void, body)
		assert.Empty(t, r.Faults, body)
	}
}

// TestUnsupported: barriers for a part of the block are not executed.
func TestUnsupported(t *testing.T) {
	text := `__global__ void k(int *d) { asm volatile("bar.sync 1, 32;"); d[0] = 1; }`
	_, err := interleave.Compile(kerneltest.Lower(t, text, kerneltest.Block(64)))
	assert.ErrorIs(t, err, interleave.ErrUnsupported)
}
