//--blockDim=64
//open data-race "between blocks are undecided"
// As across_values_open, by global memory: what a thread reads behind a phase another one has written: every block writes the same elements of out.
#include <cuda/barrier>

__global__ void k(int *out, int *g) {
  int *s = g + blockIdx.x * 64;
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  int t = threadIdx.x;
  if (t == 0) init(&bar, 64);
  __syncthreads();
  s[t] = 0;
  bar.arrive_and_wait();
  s[63 - t] = 1;
  bar.arrive_and_wait();
  if (s[t] == 1) out[t] = blockIdx.x;
}
