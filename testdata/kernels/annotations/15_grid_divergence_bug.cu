//xfail:NOT_ALL_VERIFIED
//--blockDim=32 --gridDim=4

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// Half of the blocks wait for the others for ever, though no thread of a block is
// left behind by its own.
__global__ void k(int *a) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (blockIdx.x % 2 == 0) {
    cg::this_grid().sync(); // want "barrier divergence.* of block"
  }
  a[i] = 1;
}
