//pass
//--blockDim=64 --gridDim=4

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// Behind a barrier of the grid nobody's write is open to anybody.
__global__ void k(int *a) {
  a[blockIdx.x * blockDim.x + threadIdx.x] = 1;
  cg::this_grid().sync();
  __assert(__no_write(a));
}
