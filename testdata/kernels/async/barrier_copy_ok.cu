//pass
//--blockDim=64 --gridDim=1
// The phase of the barrier is complete when all have arrived and the copy is over.
#include <cooperative_groups.h>
#include <cuda/barrier>
using barrier = cuda::barrier<cuda::thread_scope_block>;
#pragma nv_diag_suppress static_var_with_dynamic_init
__global__ void k(const int *in, int *out) {
  __shared__ barrier bar;
  __shared__ int tile[64];
  auto block = cooperative_groups::this_thread_block();
  int t = threadIdx.x;
  if (t == 0) init(&bar, 64);
  block.sync();
  for (int i = 0; i < 3; ++i) {
    cuda::memcpy_async(block, tile, in + i * 64, sizeof(int) * 64, bar);
    bar.arrive_and_wait();
    out[i * 64 + t] = tile[63 - t];
    block.sync();
  }
}
