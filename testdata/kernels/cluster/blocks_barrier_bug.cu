//xfail:NOT_ALL_VERIFIED
//--blockDim=8,8 --gridDim=2,4 --clusterDim=1,2
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// The first step is not ordered after the values.
__global__ void reduce(const int *in, int *out) {
  __shared__ int sum[64];
  __shared__ int all[2];
  auto cluster = cg::this_cluster();
  int t = threadIdx.y * 8 + threadIdx.x, block = blockIdx.y * 2 + blockIdx.x;
  sum[t] = in[block * 64 + t];  // want "race on sum"
  for (int s = 32; s > 0; s /= 2) {
    if (s < 32) cluster.sync();
    if (t < s) sum[t] += sum[t + s];  // want "race on sum"
  }
  cluster.sync();
  if (t == 0) cluster.map_shared_rank(all, 0)[cluster.block_rank()] = sum[0];
  cluster.sync();
  if (cluster.thread_rank() == 0) out[blockIdx.y / 2 * 2 + blockIdx.x] = all[0] + all[1];
}
