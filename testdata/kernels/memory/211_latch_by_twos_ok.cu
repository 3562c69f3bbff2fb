//pass
//--blockDim=64

// Each thread counts a latch down by two.
#include <cuda/latch>

__global__ void shift(int *from, int *to) {
  __shared__ cuda::latch<cuda::thread_scope_block> all;
  int t = threadIdx.x, first = blockIdx.x * 64;
  if (t == 0) init(&all, 2 * 64);
  __syncthreads();
  from[first + t] = t;
  all.count_down(2);
  all.wait();
  to[first + t] = from[first + (t + 1) % 64];
}
