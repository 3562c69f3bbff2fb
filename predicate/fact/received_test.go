package fact_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
	"gv2/predicate/rewrite"
)

// TestPlacesReceived: whether a thread reaches a place, or which element it accesses
// there, depends on values that the kernel writes and on results of atomics and
// shuffles.
func TestPlacesReceived(t *testing.T) {
	for body, received := range map[string]bool{
		"s[t] = in[t]; __syncthreads(); int at = s[63 - t];\nout[at] = 1;":                                                      true,
		"s[t] = in[t]; __syncthreads(); int at = 2 * s[63 - t] + 1; at += t;\nout[at] = 1;":                                     true,
		"s[t] = in[t]; __syncthreads(); int at = in[s[63 - t]];\nout[at] = 1;":                                                  true,
		"int at = in[t];\nout[at] = 1;":                                                                                         false,
		"int l[2]; l[t % 2] = t; int at = l[0];\nout[at] = 1;":                                                                  false,
		"int l[2]; s[t] = in[t]; __syncthreads(); l[t % 2] = s[63 - t]; int at = l[0];\nout[at] = 1;":                           true,
		"int e = 0, *p = &e; int old = atomicCAS(s, 0, 1); if (old != 0) *p = old; if (e == 0)\nout[0] = 1;":                    true,
		"int e = 0, *p = &e; int old = atomicCAS(s, 0, 1); if (old != 0) *p = 1; if (e == 0)\nout[0] = 1;":                      true,
		"int e = 0, *p = &e; if (in[t]) *p = 1; int old = atomicCAS(s, 0, 1); if (old != 0) s[1] = 2; if (e == 0)\nout[0] = 1;": false,
		"s[t] = in[t]; __syncthreads(); if (s[63 - t] > 2)\nout[t] = 1;":                                                        true,
		"s[t] = in[t]; __syncthreads(); if (s[63 - t] > 2) s[t] = 1;\nout[t] = 1;":                                              false,
		"s[t] = in[t]; __syncthreads(); if (s[63 - t] > 2) return;\nout[t] = 1;":                                                true,
		"int at = t; for (int i = 0; i < in[0]; i++) at = (at + in[at]) % 8;\nout[at] = 1;":                                     false,
		"while (atomicCAS(s, 0, 1) != 0) { }\nout[0] = 1;":                                                                      true,
		"for (;;) { if (atomicCAS(s, 0, 1) == 0) break; }\nout[0] = 1;":                                                         true,
		"for (int i = 0; i < 9; i++) { if (atomicCAS(s, 0, 1) == 0) break; }\nout[0] = 1;":                                      true,
		"for (int i = 0; i < 9; i++) { if (atomicCAS(s, 0, 1) == 0) break; \nout[0] = 1; }":                                     true,
		"for (int i = 0; i < 9; i++) { if (atomicCAS(s, 0, 1) == 0) continue; }\nout[0] = 1;":                                   false,
		"for (int i = 0; i < 9; i++) { \nout[0] = 1; if (atomicCAS(s, 0, 1) == 0) break; }":                                     true,
		"bool last = atomicAdd(s, 1) == 63; int at = 0; if (last) at = t;\nout[at] = 1;":                                        true,
		"int at = __shfl_sync(-1, in[t], 0);\nout[at] = 1;":                                                                     true,
		"if (in[t] > 2) atomicAdd(s, 1);\nout[0] = 1;":                                                                          false,
	} {
		text := "__global__ void k(const int *in, int *out) { __shared__ int s[64]; int t = threadIdx.x; " + body + " }"
		k := kernelOf(t, text, kernel.Launch{BlockDim: [3]int{64, 1, 1}, GridDim: [3]int{1, 1, 1}})
		split := rewrite.Split(k)
		found := false
		kernel.Walk(k.Body, func(st kernel.Stmt) bool {
			if s, ok := st.(*kernel.Store); ok && s.Pos.Line == 2 {
				found = true
				assert.Equal(t, received, fact.TaintsOf(split).Place(s.Pos) != nil, body)
			}
			return true
		})
		assert.True(t, found, body)
	}
}

// TestPlacesComputed: what an instruction without a model computes, and integers that come of
// integers by way of floats, are values that the program knows and gv2 does not. Integers made of
// an input's floats are inputs.
func TestPlacesComputed(t *testing.T) {
	for body, computed := range map[string]bool{
		"int at = f(t);\nout[at] = 1;":                              true,
		"int at = f(t); if (at > 3)\nout[t] = 1;":                   true,
		"int at = f(t); if (at > 3) out[t] = 2;\nout[t] = 1;":       false,
		"int at = (int)(0.5f * t);\nout[at] = 1;":                   true,
		"float f = t; f = f * x[0]; int at = (int)f;\nout[at] = 1;": true,
		"if ((float)t < 0.5f * (float)n)\nout[t] = 1;":              true,
		"int at = (int)(0.5f * x[t]);\nout[at] = 1;":                true,
		"int at = (int)x[t];\nout[at] = 1;":                         false,
		"if (x[t] < (float)n)\nout[t] = 1;":                         false,
		"int at;\nout[at] = 1;":                                     false,
	} {
		text := "__device__ int f(int); __global__ void k(const float *x, int *out, int n) { int t = threadIdx.x; " + body + " }"
		k := kernelOf(t, text, kernel.Launch{BlockDim: [3]int{64, 1, 1}, GridDim: [3]int{1, 1, 1}})
		split := rewrite.Split(k)
		found := false
		kernel.Walk(k.Body, func(st kernel.Stmt) bool {
			if s, ok := st.(*kernel.Store); ok && s.Pos.Line == 2 {
				found = true
				assert.Equal(t, computed, fact.ComputedOf(split).Place(s.Pos) != nil, body)
			}
			return true
		})
		assert.True(t, found, body)
	}
}
