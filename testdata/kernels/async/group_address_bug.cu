//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// The size says that addresses are multiples of 16, and the source begins 12 bytes into its array.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/barrier>
namespace cg = cooperative_groups;
__global__ void k(const float *in, float *out) {
  __shared__ alignas(16) float tile[68];
  auto block = cg::this_thread_block();
  int t = threadIdx.x;
  cg::memcpy_async(block, tile, in + 3, cuda::aligned_size_t<16>(256));  // want "multiple of 16 bytes"
  cg::wait(block);
  out[t] = tile[63 - t];
}
