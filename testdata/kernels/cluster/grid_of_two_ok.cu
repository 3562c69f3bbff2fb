//pass
//--blockDim=32
// Two blocks are one cluster: one thread of one of them writes o[0], and another one only if the grid has three blocks, which
// clusters of two never make.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2) mark(int *o) {
  cg::this_cluster().sync();
  if (gridDim.x == 2 && blockIdx.x == 1 && threadIdx.x == 0) o[0] = blockIdx.x;
  if (gridDim.x == 3 && threadIdx.x == 1) o[0] = blockIdx.x;
}
