//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// In the last round the one copy that the wait leaves out is the tile itself.
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
      cg::memcpy_async(block, buf[(i + 1) % 2], in + (i + 1) * 64, sizeof(int) * 64);  // want "wait_group 1"
      cg::wait_prior<1>(block);
    } else {
      cg::wait_prior<1>(block);
    }
    acc += buf[i % 2][63 - t];  // may "race on buf"
    block.sync();
  }
  out[t] = acc;
}
