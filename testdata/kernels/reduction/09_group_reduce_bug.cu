//xfail:NOT_ALL_VERIFIED
//--blockDim=128 --gridDim=4

// Two tiles store their sums in one place.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

__global__ void sum(float *out, const float *in) {
  auto warp = cg::tiled_partition<16>(cg::this_thread_block());
  __shared__ float sums[4];
  sums[threadIdx.x / 32] = cg::reduce(warp, in[threadIdx.x], cg::plus<float>{}); // want "write-write race on sums"
  __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = sums[0] + sums[1] + sums[2] + sums[3];
}
