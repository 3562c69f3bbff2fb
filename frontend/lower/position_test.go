package lower

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/kernel"
)

// TestAccessPositions: an access is reported where the variable is used, also for
// variables of the file and for statics that are declared elsewhere.
func TestAccessPositions(t *testing.T) {
	k := lowerOne(t, `__device__ unsigned int total;
__device__ int table[4];
__constant__ int limits[2];
struct pair { int a, b; };
__device__ pair both;
__global__ void k(int *out) {
  __shared__ int s;
  s = 1;
  out[0] = s;
  total += 2;
  table[1] = limits[0];
  both.b = both.a;
  atomicAdd(&total, 1);
}
`, block64())
	got := map[string][]int{}
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		if acc := kernel.Touched(s); acc != nil {
			got[acc.Array.Name] = append(got[acc.Array.Name], s.Source().Pos.Line)
		}
		return true
	})
	assert.Equal(t, map[string][]int{
		"s": {8, 9}, "out": {9}, "total": {10, 10, 13}, "table": {11}, "limits": {11}, "both": {12, 12},
	}, got)
}
