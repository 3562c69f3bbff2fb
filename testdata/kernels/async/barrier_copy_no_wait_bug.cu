//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// A barrier of the block instead of the one at which the copy ends.
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
  for (int i = 0; i < 1; ++i) {
    cuda::memcpy_async(block, tile, in + i * 64, sizeof(int) * 64, bar);  // want "race on tile"
    (void)bar.arrive();
    __syncthreads();
    out[i * 64 + t] = tile[63 - t];  // may "race on tile"
    block.sync();
  }
}
