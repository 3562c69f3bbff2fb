//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// Nobody knows which thread copies which word: its own wait is not enough even for word t of thread t.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_pipeline.h>
namespace cg = cooperative_groups;
__global__ void k(const int *in, int *out) {
  __shared__ int tile[64];
  auto block = cg::this_thread_block();
  int t = threadIdx.x;
  for (int i = 0; i < 3; ++i) {
    cg::memcpy_async(block, tile, in + i * 64, sizeof(int) * 64);  // want "race on tile"
    __pipeline_wait_prior(0);
    out[i * 64 + t] = tile[t];  // may "race on tile"
    block.sync();
  }
}
