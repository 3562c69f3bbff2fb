package advise

import (
	"testing"

	"gv2/frontend/kernel"
	"gv2/frontend/unit/kerneltest"
)

// kernelOf is __global__ void k(unsigned *p, int n) with that body, for one block of 64
// threads.
func kernelOf(t *testing.T, body string) *kernel.Kernel {
	t.Helper()
	return kerneltest.Lower(t, "__global__ void k(unsigned *p, int n) { "+body+" }\n", kerneltest.Block(64))
}
