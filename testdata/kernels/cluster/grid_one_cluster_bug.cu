//xfail:NOT_ALL_VERIFIED
//--blockDim=32
// Clusters write the same elements: one cluster, which is two blocks, is safe.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2) mark(int *o) {
  cg::this_cluster().sync();
  o[threadIdx.x + 32 * (blockIdx.x & 1)] = blockIdx.x;  // want "thread .* of block .* writes here"
}
