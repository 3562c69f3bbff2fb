//pass
//--blockDim=64 --gridDim=1
// One thread of each warp meets the other, while the rest of the warps is at __syncthreads() already.
#include <cuda/barrier>
using barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void relay(const int *in, int *out) {
  __shared__ barrier bar;
  __shared__ int s[2];
  int t = threadIdx.x, w = t / 32;
  if (t == 0) init(&bar, 2);
  __syncthreads();
  if (t % 32 == 0) {
    s[w] = in[w];
    bar.arrive_and_wait();
    out[w] = s[1 - w];
  }
  __syncthreads();
  out[2 + t] = s[0] + s[1];
}
