//pass
//--blockDim=32 --gridDim=4

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// Rounds of reading from one array and writing the other.
__global__ void k(int *a, int *b, int n) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  for (int r = 0; r < n; r++) {
    b[i] = a[i + 1];
    cg::this_grid().sync();
    a[i] = b[i + 1];
    cg::this_grid().sync();
  }
}
