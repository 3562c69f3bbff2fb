package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestSilentGrid: a grid that nothing names is open where the kernel looks at it,
// and one block elsewhere, which the report says.
func TestSilentGrid(t *testing.T) {
	code, out, stderr := gv2("__global__ void k(int *p) { p[blockIdx.x * 32 + threadIdx.x] = 1; }\n", "verify", "--block-dim", "32", "-")
	assert.Equal(t, exitProved, code, "%s%s", out, stderr)
	assert.Contains(t, out, "grid (any,1,1)")
	assert.Contains(t, out, "the grid has one block in y and z, which the kernel does not use")

	code, out, stderr = gv2("__global__ void k(int *p) { p[threadIdx.x] = threadIdx.x + blockIdx.x; }\n", "verify", "--block-dim", "32", "-")
	assert.Equal(t, exitRefuted, code, "%s%s", out, stderr)
	assert.Contains(t, out, "write-write race on p")

	code, out, stderr = gv2("__global__ void k(int *p) { p[threadIdx.x] = 1; }\n", "verify", "--block-dim", "32", "-")
	assert.Equal(t, exitProved, code, "the same value: %s%s", out, stderr)
	assert.Contains(t, out, "grid (any,1,1)")

	code, out, stderr = gv2("__global__ void k(int *p) { p[threadIdx.x] += 1; }\n", "verify", "--block-dim", "32", "-")
	assert.Equal(t, exitRefuted, code, "%s%s", out, stderr)
	assert.Contains(t, out, " of block ")
}

// TestStatedAssumptions: what the user gave is part of what a proof rests on.
func TestStatedAssumptions(t *testing.T) {
	text := "__global__ void k(int *p, int n, int m) {\n  __requires(m == 0);\n  __assume(n > threadIdx.x);\n  p[threadIdx.x + n * m] = threadIdx.x; }\n"
	_, out, _ := gv2(text, "verify", "--block-dim", "32", "--grid-dim", "2", "--intra-group", "--param", "n=64", "-")
	assert.Contains(t, out, "n = 64 (--param)")
	assert.Contains(t, out, "m == 0 (__requires)")
	assert.Contains(t, out, "<stdin>:3:3 (assumed there)")
	assert.Contains(t, out, "races between blocks do not matter (--intra-group)")
}
