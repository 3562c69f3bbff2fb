package verdict

import (
	"context"
	"fmt"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/unit/kerneltest"
)

// TestImpossible: the prover shows that no values satisfy preconditions, in the arithmetic that it is asked
// about.
func TestImpossible(t *testing.T) {
	if _, err := exec.LookPath("z3"); err != nil {
		t.Skip("no z3 on this machine")
	}
	for _, c := range []struct {
		requires           string
		block              int
		wrapping, integers bool
	}{
		{"n * n == -1", 64, true, true},
		{"n % 16 == 0 && m == n + 3 && m % 2 == 0", 64, true, true},
		{"n > 0 && m > 0 && n * m < 0", 64, false, true},
		{"n > 5 && m == n * 2", 64, false, false},
		{"n * n == -1", 1, true, true},
	} {
		k := kerneltest.Lower(t, fmt.Sprintf("__global__ void k(int *a, int n, int m) { __requires(%s); a[threadIdx.x] = n; }", c.requires), kerneltest.Block(c.block))
		for _, wrapping := range []bool{true, false} {
			want := c.integers
			if wrapping {
				want = c.wrapping
			}
			assert.Equal(t, want, Impossible(context.Background(), k, DefaultEngines(), wrapping), "%s (wrapping: %v)", c.requires, wrapping)
		}
	}
}
