//pass
//--blockDim=32 --gridDim=4

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// Blocks go round as often as each other, and meet in every round.
__global__ void k(int *a, int n) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  for (int r = 0; r < n; r++) {
    int next = a[i + 1];
    cg::this_grid().sync();
    a[i] = next;
    cg::this_grid().sync();
  }
}
