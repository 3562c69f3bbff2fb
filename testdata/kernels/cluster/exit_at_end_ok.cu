//pass
//--blockDim=64 --gridDim=2
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// The second warp of each block ends where the first one goes on: the cluster's barrier does not expect it.
__global__ void __cluster_dims__(2) swap(const int *in, int *out) {
  __shared__ int a[64];
  auto cluster = cg::this_cluster();
  int t = threadIdx.x;
  a[t] = in[blockIdx.x * 64 + t];
  cluster.sync();
  if (t < 32) {
    const int *other = cluster.map_shared_rank(a, cluster.block_rank() ^ 1);
    out[blockIdx.x * 32 + t] = other[t + 32];
    cluster.barrier_arrive();
    cluster.barrier_wait();
  }
}
