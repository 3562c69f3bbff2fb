//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// The second wait is for the parity of the first phase, which is over.
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
  a[t] = out[t];  // may "race on a"
  bar.arrive();
  bar.wait_parity(false);  // may "parity"
  out[32 + t] = a[31 - t];  // want "race on a"
}
