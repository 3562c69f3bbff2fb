package condition

import (
	"testing"

	"gv2/frontend/kernel"
	"gv2/frontend/unit/kerneltest"
)

// enough is an effort that no test here spends.
const enough = 30_000_000

// scaled is what every thread does in most kernels here: the elements of two threads
// meet for some values of n.
const scaled = "p[(int)threadIdx.x * n] = threadIdx.x;"

// kernelOf is __global__ void k(unsigned *p, int n) with that body, for one block of 64
// threads.
func kernelOf(t *testing.T, body string) *kernel.Kernel {
	t.Helper()
	return kerneltest.Lower(t, "__global__ void k(unsigned *p, int n) { "+body+" }\n", kerneltest.Block(64))
}
