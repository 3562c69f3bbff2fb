//pass
//--blockDim=128 --gridDim=8
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// A histogram of 1024 bins in the shared memory of four blocks (CUDA C++ Programming Guide, "Distributed Shared Memory").
__global__ void __cluster_dims__(4, 1, 1) histogram(int *bins, const int *in, int n) {
  __shared__ int part[256];
  int tid = blockIdx.x * blockDim.x + threadIdx.x;
  cg::cluster_group cluster = cg::this_cluster();
  for (int i = threadIdx.x; i < 256; i += blockDim.x) part[i] = 0;
  cluster.sync();
  for (int i = tid; i < n; i += blockDim.x * gridDim.x) {
    int v = in[i] & 1023;
    int *to = cluster.map_shared_rank(part, v / 256);
    atomicAdd(to + v % 256, 1);
  }
  cluster.sync();
  int *mine = bins + cluster.block_rank() * 256;
  for (int i = threadIdx.x; i < 256; i += blockDim.x) atomicAdd(&mine[i], part[i]);
}
