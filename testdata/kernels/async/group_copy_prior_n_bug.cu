//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// The copy ahead is to the slot that is read in this round.
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
      cg::memcpy_async(block, buf[i % 2], in + (i + 1) * 64, sizeof(int) * 64);  // may "race on buf"
      cg::wait_prior<1>(block);
    } else {
      cg::wait(block);
    }
    acc += buf[i % 2][63 - t];  // want "race on buf"
    block.sync();
  }
  out[t] = acc;
}
