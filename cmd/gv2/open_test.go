package main

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
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

// hardKernel has an assertion about the factors of a product of two primes.
const hardKernel = `__global__ void k(int *p, unsigned a, unsigned b) {
  __shared__ int s[64];
  __requires(a > 1 && b > 1);
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  __assert((unsigned long long)a * b != 4611686014132420609ull);
  p[threadIdx.x + 64 * blockIdx.x] = s[63 - threadIdx.x];
}
`

// TestHardAssertionIsNamed: what takes too much effort is named with its place, its cause
// and its procedure, and leaves what else the kernel does decided.
func TestHardAssertionIsNamed(t *testing.T) {
	t.Parallel()
	flags := []string{"verify", "--block-dim", "64", "--engine", "boogie", "--effort", "200000", "--arith", "bv"}
	code, out, stderr := gv2(hardKernel, append(flags, "-")...)
	assert.Equal(t, exitUndecided, code, "%s%s", out, stderr)
	assert.Regexp(t, `data-race +proved`, out)
	assert.Regexp(t, `barrier-divergence +proved`, out)
	assert.Contains(t, out, "effort of 200000 units spent while proving assertion")
	assert.Contains(t, out, "no answer about a failing assertion at <stdin>:6:3")

	_, out, _ = gv2(hardKernel, append(flags, "--format", "json", "-")...)
	var doc struct {
		Results []struct {
			Properties []struct {
				Property string
				Open     []struct {
					Procedure, Check, File, Cause string
					Line, Col                     int
				}
			}
		}
	}
	require.NoError(t, json.Unmarshal([]byte(out), &doc))
	for _, p := range doc.Results[0].Properties {
		if p.Property != "assertion" {
			assert.Empty(t, p.Open, p.Property)
			continue
		}
		require.NotEmpty(t, p.Open)
		assert.Equal(t, "k", p.Open[0].Procedure)
		assert.Equal(t, "a failing assertion at <stdin>:6:3", p.Open[0].Check)
		assert.Equal(t, 6, p.Open[0].Line)
		assert.Equal(t, "effort", p.Open[0].Cause)
	}
}
