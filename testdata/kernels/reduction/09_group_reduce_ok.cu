//pass
//--blockDim=128 --gridDim=4

// All lanes of a warp store the sum of the warp, which is the same for them.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

__global__ void sum(float *out, const float *in) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  __shared__ float sums[4];
  sums[threadIdx.x / 32] = cg::reduce(warp, in[threadIdx.x], cg::plus<float>{});
  __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = sums[0] + sums[1] + sums[2] + sums[3];
}
