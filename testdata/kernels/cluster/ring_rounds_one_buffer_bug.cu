//xfail:NOT_ALL_VERIFIED
//--blockDim=64
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// The next block may not have read its value yet when it gets another one.
__global__ void __cluster_dims__(4) ring(const float *in, float *out, int rounds) {
  __shared__ float buf[2][64];
  auto cluster = cg::this_cluster();
  int t = threadIdx.x, r = cluster.block_rank();
  buf[0][t] = in[blockIdx.x * 64 + t];
  cluster.sync();
  for (int i = 0; i < rounds; i++) {
    float *next = cluster.map_shared_rank(&buf[0][0], (r + 1) % 4);
    next[t] = buf[i & 1][t] + 1;  // want "race on buf"
    cluster.sync();
  }
  out[blockIdx.x * 64 + t] = buf[rounds & 1][63 - t];
}
