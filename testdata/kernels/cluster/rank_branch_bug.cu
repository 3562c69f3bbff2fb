//xfail:NOT_ALL_VERIFIED
//--blockDim=32 --gridDim=4 --clusterDim=2
// The second block meets the first one at the barrier once, and ends; the first one goes on to read its memory.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void k(int *o) {
  __shared__ int s[32];
  auto cluster = cg::this_cluster();
  s[threadIdx.x] = 1;
  if (cluster.block_rank() == 0) {
    cluster.sync();
    o[blockIdx.x * 32 + threadIdx.x] = cluster.map_shared_rank(s, 1)[threadIdx.x];  // want "may have ended"
    cluster.sync();
  } else {
    cluster.sync();
  }
}
