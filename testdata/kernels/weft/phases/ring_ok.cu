//pass
//--blockDim=64 --gridDim=1
// A ring of two slots between a producer warp and a consumer warp. Each slot has a barrier that says it is
// full and one that says it is free; both warps arrive on both, and wait for the phases that they need.
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
      slot[s][l] = in[i * 32 + l];
      full[s].arrive();
    }
  } else {
    empty[0].arrive();
    empty[1].arrive();
    for (int i = 0; i < 6; ++i) {
      int s = i % 2;
      full[s].arrive_and_wait();
      out[i * 32 + l] = slot[s][31 - l];
      empty[s].arrive();
    }
  }
}
