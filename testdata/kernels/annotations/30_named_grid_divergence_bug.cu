//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=4

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// The first block goes round once more, and waits for the others there.
__global__ void k(int *a, const int *in, int n) {
  __shared__ int s[32];
  int t = threadIdx.x, lane = t % 32;
  for (int r = 0; r < n + (blockIdx.x == 0); r++) {
    if (t < 32) {
      s[lane] = in[r * 32 + lane];
      asm volatile("bar.arrive 1, 64;" ::: "memory");
    } else {
      asm volatile("bar.sync 1, 64;" ::: "memory");
      a[blockIdx.x * 32 + lane] = s[31 - lane];
    }
    cg::this_grid().sync(); // want "barrier divergence.* of block"
  }
}
