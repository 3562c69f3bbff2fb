//pass
//--blockDim=32 --gridDim=4 --clusterDim=2
// The second block exits and the first one meets at the cluster's barrier alone: exited threads do not count.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void k(int *o) {
  if (cg::this_cluster().block_rank() == 0) cg::this_cluster().sync();
  o[blockIdx.x * 32 + threadIdx.x] = 1;
}
