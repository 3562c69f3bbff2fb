//pass
//--blockDim=64 --gridDim=1
// With a newer copy under way, the wait leaves that one out; in the last round there is none.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;
__global__ void k(const int *in, int *out) {
  __shared__ int buf[2][64];
  auto block = cg::this_thread_block();
  int t = threadIdx.x, acc = 0;
  cg::memcpy_async(block, buf[0], in, sizeof(int) * 64);
  for (int i = 0; i < 4; ++i) {
    if (i + 1 < 4) {
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
