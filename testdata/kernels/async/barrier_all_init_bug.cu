//xfail:NOT_ALL_VERIFIED
//--blockDim=32 --gridDim=1
// All threads initialise the barrier.
#include <cuda/barrier>
__global__ void k(int *out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ int v[32];
  int t = threadIdx.x;
  init(&bar, 32);  // want "threads 0-31 each initialise barrier bar"
  __syncthreads();
  v[t] = t;
  bar.arrive_and_wait();
  out[t] = v[31 - t];
}
