//pass
//--blockDim=32 --gridDim=1
// One thread initialises the barrier.
#include <cuda/barrier>
__global__ void k(int *out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ int v[32];
  int t = threadIdx.x;
  if (t == 0) init(&bar, 32);
  __syncthreads();
  v[t] = t;
  bar.arrive_and_wait();
  out[t] = v[31 - t];
}
