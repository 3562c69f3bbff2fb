//pass
//--blockDim=64 --gridDim=4

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// A warp hands to the other in each round, by barriers of their own; the blocks meet
// before anybody reads what another block has written, and before it is written again.
__global__ void k(int *a, int *out, const int *in, int n) {
  __shared__ int s[32];
  int t = threadIdx.x, lane = t % 32, i = blockIdx.x * 32 + lane;
  for (int r = 0; r < n; r++) {
    if (t < 32) {
      s[lane] = in[r * 32 + lane];
      asm volatile("bar.arrive 1, 64;" ::: "memory");
    } else {
      asm volatile("bar.sync 1, 64;" ::: "memory");
      a[i] = s[31 - lane];
    }
    cg::this_grid().sync();
    if (t < 32)
      out[i] += a[127 - i];
    cg::this_grid().sync();
  }
}
