//xfail:NOT_ALL_VERIFIED
//--blockDim=128 --gridDim=8
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// Nothing orders the first values of the bins before the sums of other blocks.
__global__ void __cluster_dims__(4, 1, 1) histogram(int *bins, const int *in, int n) {
  __shared__ int part[256];
  int tid = blockIdx.x * blockDim.x + threadIdx.x;
  cg::cluster_group cluster = cg::this_cluster();
  for (int i = threadIdx.x; i < 256; i += blockDim.x) part[i] = 0;  // want "write-atomic race on part"
  for (int i = tid; i < n; i += blockDim.x * gridDim.x) {
    int v = in[i] & 1023;
    int *to = cluster.map_shared_rank(part, v / 256);
    atomicAdd(to + v % 256, 1);  // want "write-atomic race on part"
  }
  cluster.sync();
  int *mine = bins + cluster.block_rank() * 256;
  for (int i = threadIdx.x; i < 256; i += blockDim.x) atomicAdd(&mine[i], part[i]);
}
