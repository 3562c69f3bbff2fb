//pass
//--blockDim=64 --gridDim=1
// A barrier that is made anew in each round, after its end.
#include <cuda/barrier>
using Barrier = cuda::barrier<cuda::thread_scope_block>;
__global__ void k(int *out) {
  __shared__ Barrier bar;
  __shared__ int v[64];
  int t = threadIdx.x;
  for (int i = 0; i < 2; i++) {
    if (t == 0) init(&bar, 64);
    __syncthreads();
    v[t] = t + i;
    bar.arrive_and_wait();
    out[t] = v[63 - t];
    __syncthreads();
    if (t == 0) bar.~Barrier();
  }
}
