//pass
//--blockDim=64 --gridDim=1
// One copy ahead of the tile that is read, for any number of tiles.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;
__global__ void k(const int *in, int *out, int n) {
  __shared__ int buf[2][64];
  auto block = cg::this_thread_block();
  int t = threadIdx.x, acc = 0;
  if (n > 0) cg::memcpy_async(block, buf[0], in, sizeof(int) * 64);
  for (int i = 0; i < n; ++i) {
    if (i + 1 < n) {
      cg::memcpy_async(block, buf[(i + 1) % 2], in + (i + 1) * 64, sizeof(int) * 64);
      cg::wait_prior<1>(block);
    } else {
      cg::wait(block);
    }
    acc += buf[i % 2][63 - t];
    block.sync();
  }
  out[t] = acc;
}
