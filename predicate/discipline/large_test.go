package discipline

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/kernel"
	"gv2/frontend/unit/kerneltest"
)

// TestLargeKernels: loops in loops with many accesses are given up.
func TestLargeKernels(t *testing.T) {
	var b strings.Builder
	b.WriteString("__device__ unsigned count; __global__ void k(int *x, int n) {\n")
	const depth, wide = 7, 60
	for d := range depth {
		fmt.Fprintf(&b, "for (int i%d = 0; i%d < n; i%d++) {\n", d, d, d)
		for i := range wide {
			fmt.Fprintf(&b, "if (x[%d + i%d] > n) x[%d * n + i%d] = i%d;\n", i, d, i, d, d)
		}
	}
	b.WriteString("atomicAdd(&count, 1);" + strings.Repeat("}", depth) + " if (count == 3) x[0] = 1; }")
	k := kerneltest.Lower(t, b.String(), kernel.Launch{BlockDim: [3]int{64, 1, 1}, GridDim: [3]int{4, 1, 1}})
	assert.Nil(t, Recognise(k).Kernel)
}
