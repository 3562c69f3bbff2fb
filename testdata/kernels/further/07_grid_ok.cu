//pass
//--blockDim=64 --gridDim=4
// Blocks wait for each other.
#include <cooperative_groups.h>
__global__ void steps(int *a, int *b, int n) {
  auto grid = cooperative_groups::this_grid();
  int i = blockIdx.x * 64 + threadIdx.x;
  for (int k = 0; k < n; k++) {
    a[i] = b[i] + k;
    grid.sync();
    b[i] = a[255 - i];
    grid.sync();
  }
}
