//pass
//--blockDim=64 --gridDim=4
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// Values travel around the four blocks of a cluster.
__global__ void __cluster_dims__(4) ring(const float *in, float *out) {
  __shared__ float buf[2][64];
  auto cluster = cg::this_cluster();
  int t = threadIdx.x, r = cluster.block_rank();
  buf[0][t] = in[blockIdx.x * 64 + t];
  for (int i = 0; i < 4; i++) {
    cluster.sync();
    float *next = cluster.map_shared_rank(&buf[(i + 1) & 1][0], (r + 1) % 4);
    next[t] = buf[i & 1][t] + 1;
  }
  cluster.sync();
  out[blockIdx.x * 64 + t] = buf[0][63 - t];
}
