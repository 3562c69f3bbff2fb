//pass
//--blockDim=64 --gridDim=1
// The second half of the block drops out; the others wait for a phase by token and for the next by parity.
#include <cuda/barrier>
using barrier = cuda::barrier<cuda::thread_scope_block>;
__global__ void k(int *out) {
  __shared__ barrier bar;
  __shared__ int a[64];
  int t = threadIdx.x;
  if (t == 0) init(&bar, 64);
  __syncthreads();
  a[t] = t;
  if (t >= 32) {
    bar.arrive_and_drop();
    return;
  }
  barrier::arrival_token token = bar.arrive();
  while (!bar.try_wait(token)) {}
  out[t] = a[63 - t];
  a[t] = out[t];
  bar.arrive();
  bar.wait_parity(true);
  out[32 + t] = a[31 - t];
}
