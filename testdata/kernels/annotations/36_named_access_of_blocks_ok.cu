//pass
//--blockDim=64 --gridDim=4

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// Behind a barrier of the grid the write is over for threads of all blocks.
__global__ void k(int *a, const int *in) {
  __shared__ int s[32];
  int t = threadIdx.x, lane = t % 32;
  if (t < 32) {
    s[lane] = in[lane];
    asm volatile("bar.arrive 1, 64;" ::: "memory");
  } else {
    asm volatile("bar.sync 1, 64;" ::: "memory");
    a[blockIdx.x * 32 + lane] = s[31 - lane];
  }
  cg::this_grid().sync();
  __assert(__no_write(a));
  __assert(__no_write(s));
}
