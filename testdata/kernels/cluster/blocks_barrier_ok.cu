//pass
//--blockDim=8,8 --gridDim=2,4 --clusterDim=1,2
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// __syncthreads() is a barrier of each block, between two of the cluster.
__global__ void reduce(const int *in, int *out) {
  __shared__ int sum[64];
  __shared__ int all[2];
  auto cluster = cg::this_cluster();
  int t = threadIdx.y * 8 + threadIdx.x, block = blockIdx.y * 2 + blockIdx.x;
  sum[t] = in[block * 64 + t];
  for (int s = 32; s > 0; s /= 2) {
    __syncthreads();
    if (t < s) sum[t] += sum[t + s];
  }
  cluster.sync();
  if (t == 0) cluster.map_shared_rank(all, 0)[cluster.block_rank()] = sum[0];
  cluster.sync();
  if (cluster.thread_rank() == 0) out[blockIdx.y / 2 * 2 + blockIdx.x] = all[0] + all[1];
}
