package fact_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/unit/kerneltest"
	"gv2/predicate/fact"
)

// TestCopiesReachOtherPlaces: the number of bytes with which a copy reaches what begins behind it is tried, whoever accesses that.
func TestCopiesReachOtherPlaces(t *testing.T) {
	text := func(second string) string {
		return `#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;
__global__ void k(const int *in, int n) {
  __shared__ int s[1024];
  auto g = cg::this_thread_block();
  cg::memcpy_async(g, s, in, n);
  ` + second + `
  cg::wait(g);
}`
	}
	of := func(second string) []int64 {
		return fact.Overlaps(kerneltest.Lower(t, text(second), kerneltest.Block(64)))
	}
	assert.Empty(t, of(""))
	assert.Equal(t, []int64{404, 1616}, of("cg::memcpy_async(g, s + 400, in, n);"))
	assert.Equal(t, []int64{404, 1616}, of("s[400 + threadIdx.x] = 1;"))
	assert.Empty(t, of("s[8] = 1;"))
}
