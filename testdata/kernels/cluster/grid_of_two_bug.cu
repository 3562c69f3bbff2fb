//xfail:NOT_ALL_VERIFIED
//--blockDim=32
// The grid is one cluster of two blocks, in each of which every thread writes o[0]. gridDim counts blocks, not clusters.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2) mark(int *o) {
  cg::this_cluster().sync();
  if (gridDim.x == 2) o[0] = blockIdx.x;  // want "race on o"
}
