//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=4
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// The value is written between arrive and wait, which is too late for the other block.
__global__ void __cluster_dims__(2) split(const float *in, float *out) {
  __shared__ float a[64];
  auto cluster = cg::this_cluster();
  int t = threadIdx.x;
  auto token = cluster.barrier_arrive();
  a[t] = in[blockIdx.x * 64 + t];  // want "write-read race on a"
  cluster.barrier_wait(std::move(token));
  float *other = cluster.map_shared_rank(a, cluster.block_rank() ^ 1);
  out[blockIdx.x * 64 + t] = other[t];  // want "write-read race on a"
  cluster.sync();
}
