//pass
//--blockDim=64 --gridDim=4
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// A fence in front of an arrive.relaxed makes the values visible to whom waits.
__global__ void __cluster_dims__(2) swap(const int *in, int *out) {
  __shared__ int a[64];
  auto cluster = cg::this_cluster();
  int t = threadIdx.x;
  a[t] = in[blockIdx.x * 64 + t];
  asm volatile("fence.acq_rel.cluster;" ::: "memory");
  asm volatile("barrier.cluster.arrive.relaxed.aligned;" ::: "memory");
  asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
  out[blockIdx.x * 64 + t] = cluster.map_shared_rank(a, cluster.block_rank() ^ 1)[t];
  cluster.sync();
}
