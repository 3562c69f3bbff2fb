//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=2
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// The second warp of each block does not end: it waits for the first one, which waits for it.
__global__ void __cluster_dims__(2) swap(const int *in, int *out) {
  __shared__ int a[64];
  auto cluster = cg::this_cluster();
  int t = threadIdx.x;
  a[t] = in[blockIdx.x * 64 + t];
  cluster.sync();
  if (t < 32) {
    const int *other = cluster.map_shared_rank(a, cluster.block_rank() ^ 1);
    out[blockIdx.x * 32 + t] = other[t + 32];
    cluster.barrier_arrive();  // want "deadlock"
    cluster.barrier_wait();
  }
  __syncthreads();  // want "deadlock"
}
