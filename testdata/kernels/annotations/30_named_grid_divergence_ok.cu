//pass
//--blockDim=64 --gridDim=4

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// Whatever the warps of a block tell each other, all blocks come to the barrier of the
// grid equally often.
__global__ void k(int *a, const int *in, int n) {
  __shared__ int s[32];
  int t = threadIdx.x, lane = t % 32;
  for (int r = 0; r < n; r++) {
    if (t < 32) {
      asm volatile("bar.sync 2, 64;" ::: "memory");
      s[lane] = in[r * 32 + lane];
      asm volatile("bar.arrive 1, 64;" ::: "memory");
    } else {
      asm volatile("bar.arrive 2, 64;" ::: "memory");
      asm volatile("bar.sync 1, 64;" ::: "memory");
      a[blockIdx.x * 32 + lane] = s[31 - lane];
    }
  }
  cg::this_grid().sync();
  if (t < 32 && n > 0)
    a[128 + blockIdx.x * 32 + lane] = a[127 - (blockIdx.x * 32 + lane)];
}
