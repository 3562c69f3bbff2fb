//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// The second round initialises a barrier that has not been invalidated.
#include <cuda/barrier>
using Barrier = cuda::barrier<cuda::thread_scope_block>;
__global__ void k(int *out) {
  __shared__ Barrier bar;
  __shared__ int v[64];
  int t = threadIdx.x;
  for (int i = 0; i < 2; i++) {
    if (t == 0) init(&bar, 64);  // want "barrier bar is initialised although it is a barrier"
    __syncthreads();
    v[t] = t + i;
    bar.arrive_and_wait();
    out[t] = v[63 - t];
    __syncthreads();
  }
}
