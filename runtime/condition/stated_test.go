package condition

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/unit/kerneltest"
)

func TestAssertionsStateConditions(t *testing.T) {
	for _, c := range []struct {
		body string
		want []string
	}{
		{"assert(n <= gridDim.x * blockDim.x); assert(m > 0);", []string{"n <= gridDim.x * blockDim.x", "m > 0"}},
		{"switch (n) { case 0: p[0] = 1; break; case 1: p[0] = 2; break; default: assert(false); }", []string{"n == 0 || n == 1"}},
		{"int w = n; if (threadIdx.x == 3) assert(w == 2);", []string{"n == 2"}},
		{"for (int i = 0; i < m; i++) assert(n % 4 == 0);", []string{"n % 4 == 0"}},
		{"assert(p[0] == 1); assert(threadIdx.x < n); assert(false);", nil},
		{"int w = n; w++; assert(w == 2);", nil},
		{"{ int n = m; assert(n == 2); }", []string{"m == 2"}},
		{"above(m, n);", []string{"n < m"}},
		{"above(n, m);", []string{"m < n"}},
		{"above(n + 1, m);", nil},
	} {
		k := kerneltest.Lower(t, "__device__ void above(int m, int n) { assert(n < m); }\n__global__ void k(int *p, int n, int m) { "+c.body+" }\n", kerneltest.Block(64))
		var got []string
		for _, a := range statedBy(k) {
			got = append(got, a.text)
		}
		assert.Equal(t, c.want, got, c.body)
	}
}

// asserting writes random statements with assertions about n and m, and tells for which values one fails.
type asserting struct{ *rand.Rand }

func (r asserting) condition() (string, func(n, m int64) bool) {
	c := int64(r.IntN(5))
	switch r.IntN(6) {
	case 0:
		return fmt.Sprintf("n == %d", c), func(n, m int64) bool { return n == c }
	case 1:
		return fmt.Sprintf("m <= %d", c), func(n, m int64) bool { return m <= c }
	case 2:
		return "n < m", func(n, m int64) bool { return n < m }
	case 3:
		return fmt.Sprintf("n %% %d != 0", c+2), func(n, m int64) bool { return n%(c+2) != 0 }
	case 4:
		x, f := r.condition()
		y, g := r.condition()
		return "(" + x + ") && (" + y + ")", func(n, m int64) bool { return f(n, m) && g(n, m) }
	default:
		x, f := r.condition()
		return "!(" + x + ")", func(n, m int64) bool { return !f(n, m) }
	}
}

func (r asserting) statement(depth int, guarded bool) (string, func(n, m int64) bool) {
	x, f := r.condition()
	if depth == 0 || r.IntN(3) == 0 {
		if guarded && r.IntN(3) == 0 {
			return "assert(false);", func(n, m int64) bool { return true }
		}
		return "assert(" + x + ");", func(n, m int64) bool { return !f(n, m) }
	}
	kind := r.IntN(3)
	y, g := r.statement(depth-1, guarded || kind < 2)
	z, h := r.statement(depth-1, guarded || kind < 2)
	switch kind {
	case 0:
		return "if (" + x + ") { " + y + " } else { " + z + " }", func(n, m int64) bool {
			if f(n, m) {
				return g(n, m)
			}
			return h(n, m)
		}
	case 1:
		return "if (" + x + ") { " + y + " }", func(n, m int64) bool { return f(n, m) && g(n, m) }
	default:
		return y + " " + z, func(n, m int64) bool { return g(n, m) || h(n, m) }
	}
}

// TestStatedConditionsAreEnough: whatever values meet all that random kernels state, no assertion
// fails for them.
func TestStatedConditionsAreEnough(t *testing.T) {
	met := 0
	for seed := range uint64(150) {
		r := asserting{rand.New(rand.NewPCG(seed, 13))}
		text, fails := r.statement(3, false)
		if len(text) > 160 {
			continue // conditions that nobody can read are none
		}
		k := kerneltest.Lower(t, "__global__ void k(int *p, int n, int m) { "+text+" }\n", kerneltest.Block(64))
		atoms := statedBy(k)
		for n := int64(-3); n < 8; n++ {
			for m := int64(-3); m < 8; m++ {
				holds := true
				for i := range atoms {
					holds = holds && atoms[i].met(map[string]int64{"n": n, "m": m})
				}
				if holds {
					met++
					require.False(t, fails(n, m), "n = %d, m = %d: %s", n, m, text)
				}
			}
		}
	}
	assert.Greater(t, met, 100)
}
