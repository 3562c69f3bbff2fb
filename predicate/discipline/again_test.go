package discipline

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/kernel"
	"gv2/frontend/unit/kerneltest"
	"gv2/predicate/rewrite"
)

// TestCountersAgain: counters that a program launches twice with nothing in between that sets them.
func TestCountersAgain(t *testing.T) {
	const add = "if (threadIdx.x == 0) last = atomicAdd(&count, 1) == gridDim.x - 1; "
	const sum = "__syncthreads(); if (last) { __threadfence(); float s = 0; for (unsigned i = 0; i < gridDim.x; i++) s += part[i * 64 + threadIdx.x]; out[threadIdx.x] = s; "
	for _, c := range []struct {
		name, text string
		holds      bool
	}{
		{"set back by the first thread", add + sum + "if (threadIdx.x == 0) count = 0; }", true},
		{"set back by another thread", add + sum + "if (threadIdx.x == 40) count = 0; }", true},
		{"set back behind the sum", add + sum + "} if (last && threadIdx.x == 0) { __threadfence(); count = 0; }", true},
		{"set back behind a return", add + "__syncthreads(); if (!last) return; __threadfence(); out[threadIdx.x] = part[threadIdx.x]; if (threadIdx.x == 0) count = 0;", true},
		{"not set back", add + sum + "}", false},
		{"set back if the sum is positive", add + sum + "if (threadIdx.x == 0 && s > 0) count = 0; }", false},
		{"set back for some sizes", add + sum + "if (n > 3) if (threadIdx.x == 0) count = 0; }", false},
		{"set back by no thread", add + sum + "if (threadIdx.x == 64) count = 0; }", false},
		{"all or none of the blocks", "if (n > 3) return; " + add + sum + "if (threadIdx.x == 0) count = 0; }", true},
		{"a block that does not count", "if (blockIdx.x == n) return; " + add + sum + "if (threadIdx.x == 0) count = 0; }", false},
		{"wraps around", "if (threadIdx.x == 0) last = atomicInc(&count, gridDim.x - 1) == gridDim.x - 1; " + sum + "}", true},
	} {
		text := "__device__ unsigned count = 0; __global__ void k(float *part, float *out, int n) { __shared__ bool last; part[blockIdx.x * 64 + threadIdx.x] = 1; __threadfence(); __syncthreads(); " + c.text + " }"
		k := rewrite.StrongAccesses(kerneltest.Lower(t, text, kernel.Launch{BlockDim: [3]int{64, 1, 1}, GridDim: [3]int{0, 1, 1}}))
		assert.NotNil(t, Recognise(k).Kernel, c.name+", at the first launch")
		for _, a := range k.Arrays {
			if a.First != nil {
				a.Again = "the launch starts with what another one has left"
			}
		}
		assert.Equal(t, c.holds, Recognise(k).Kernel != nil, c.name)
	}
}
