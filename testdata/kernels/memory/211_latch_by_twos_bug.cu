//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1

// 211_latch_by_twos_ok, and half of the threads are enough for the latch.
#include <cuda/latch>

__global__ void shift(int *from, int *to) {
  __shared__ cuda::latch<cuda::thread_scope_block> all;
  int t = threadIdx.x, first = blockIdx.x * 64;
  if (t == 0) init(&all, 64);
  __syncthreads();
  from[first + t] = t;  // want "race on from"
  all.count_down(2);
  all.wait();
  to[first + t] = from[first + (t + 1) % 64];  // want "race on from"
}
