//pass
//--blockDim=64 --gridDim=4
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// Arrive and wait are apart: what lies between them is not ordered.
__global__ void __cluster_dims__(2) split(const float *in, float *out) {
  __shared__ float a[64];
  auto cluster = cg::this_cluster();
  int t = threadIdx.x;
  a[t] = in[blockIdx.x * 64 + t];
  auto token = cluster.barrier_arrive();
  float x = in[t];
  cluster.barrier_wait(std::move(token));
  float *other = cluster.map_shared_rank(a, cluster.block_rank() ^ 1);
  out[blockIdx.x * 64 + t] = other[t] + x;
  cluster.sync();
}
