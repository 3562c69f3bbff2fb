//pass
// Its launch has clusters of two blocks, by an attribute.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void __launch_bounds__(64) exchange(const int *in, int *out) {
  __shared__ int a[64];
  auto cluster = cg::this_cluster();
  a[threadIdx.x] = in[blockIdx.x * 64 + threadIdx.x];
  cluster.sync();
  if (cluster.num_blocks() == 2) out[blockIdx.x * 64 + threadIdx.x] = cluster.map_shared_rank(a, cluster.block_rank() ^ 1)[threadIdx.x];
  cluster.sync();
}

void run(const int *in, int *out) {
  cudaLaunchConfig_t config = {};
  config.gridDim = 8;
  config.blockDim = 64;
  cudaLaunchAttribute attribute[1];
  attribute[0].id = cudaLaunchAttributeClusterDimension;
  attribute[0].val.clusterDim.x = 2;
  attribute[0].val.clusterDim.y = 1;
  attribute[0].val.clusterDim.z = 1;
  config.attrs = attribute;
  config.numAttrs = 1;
  cudaLaunchKernelEx(&config, exchange, in, out);
}
