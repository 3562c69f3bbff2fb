//pass
//--blockDim=64 --gridDim=1
// A size that promises nothing of addresses: any will do.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/barrier>
namespace cg = cooperative_groups;
__global__ void k(const float *in, float *out) {
  __shared__ alignas(16) float tile[68];
  auto block = cg::this_thread_block();
  int t = threadIdx.x;
  cg::memcpy_async(block, tile, in + 3, 256);
  cg::wait(block);
  out[t] = tile[63 - t];
}
