//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=4
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// The next block may not have read its value yet when it gets another one.
__global__ void __cluster_dims__(4) ring(const float *in, float *out) {
  __shared__ float buf[2][64];
  auto cluster = cg::this_cluster();
  int t = threadIdx.x, r = cluster.block_rank();
  buf[0][t] = in[blockIdx.x * 64 + t];
  for (int i = 0; i < 4; i++) {
    cluster.sync();
    float *next = cluster.map_shared_rank(&buf[0][0], (r + 1) % 4);
    next[t] = buf[0][t] + 1;  // want "read-write race on buf"
  }
  cluster.sync();
  out[blockIdx.x * 64 + t] = buf[0][63 - t];
}
