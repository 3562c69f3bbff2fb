//xfail:NOT_ALL_VERIFIED
// The attribute is of the launch of another kernel: the clusters of this one are blocks.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void other(const int *in, int *out);

__global__ void alone(int *out) {
  auto cluster = cg::this_cluster();
  if (cluster.num_blocks() == 1) out[threadIdx.x] = blockIdx.x;  // want "race on out"
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
  cudaLaunchKernelEx(&config, other, in, out);
  alone<<<8, 64>>>(out);
}
