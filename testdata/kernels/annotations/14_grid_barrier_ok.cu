//pass
//--blockDim=32 --gridDim=4

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// All blocks have read before any of them writes.
__global__ void k(int *a) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  int next = a[i + 1];
  cg::this_grid().sync();
  a[i] = next;
}
