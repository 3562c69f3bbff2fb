//xfail:NOT_ALL_VERIFIED
//--blockDim=32 --gridDim=2
// Half of the threads of the second block wait for the cluster, and nobody else does.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2) k() {
  if (blockIdx.x == 1 && threadIdx.x < 16) cg::this_cluster().sync();  // want "threads 0-15 of block 1 of the cluster wait here for the whole cluster"
}
