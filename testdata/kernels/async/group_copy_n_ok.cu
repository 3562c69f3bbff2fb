//pass
//--blockDim=64 --gridDim=1
// The block copies one tile a round, for any number of rounds; nobody knows which thread copies what.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;
__global__ void k(const int *in, int *out, int n) {
  __shared__ int tile[64];
  auto block = cg::this_thread_block();
  int t = threadIdx.x;
  for (int i = 0; i < n; ++i) {
    cg::memcpy_async(block, tile, in + i * 64, sizeof(int) * 64);
    cg::wait(block);
    out[i * 64 + t] = tile[63 - t];
    block.sync();
  }
}
