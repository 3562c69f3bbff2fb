//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// A ring of two slots between a producer warp and a consumer warp.
// Refuted: the consumer says that a slot is free before it has read it.
#include <cuda/barrier>
#include <utility>
using barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void ring(const int *in, int *out) {
  __shared__ barrier full[2], empty[2];
  __shared__ int slot[2][32];
  int l = threadIdx.x % 32;
  if (threadIdx.x < 2) {
    init(&full[threadIdx.x], 64);
    init(&empty[threadIdx.x], 64);
  }
  __syncthreads();
  if (threadIdx.x < 32) {
    for (int i = 0; i < 6; ++i) {
      int s = i % 2;
      empty[s].arrive_and_wait();
      slot[s][l] = in[i * 32 + l];  // may "race on slot"
      full[s].arrive();
    }
  } else {
    empty[0].arrive();
    empty[1].arrive();
    for (int i = 0; i < 6; ++i) {
      int s = i % 2;
      full[s].arrive_and_wait();
      empty[s].arrive();
      out[i * 32 + l] = slot[s][31 - l];  // want "race on slot"
    }
  }
}
