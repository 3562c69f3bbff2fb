//xfail:NOT_ALL_VERIFIED
//--blockDim=32 --gridDim=4

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// One barrier in each round is not enough.
__global__ void k(int *a, int *b, int n) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  for (int r = 0; r < n; r++) {
    b[i] = a[i + 1]; // want "race on (a|b)"
    cg::this_grid().sync();
    a[i] = b[i + 1]; // want "race on (a|b)"
  }
}
