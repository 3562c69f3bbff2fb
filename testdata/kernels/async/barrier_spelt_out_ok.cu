//pass
//--blockDim=64 --gridDim=1
// A barrier of the block whose type is spelt out where it is declared, and a copy that ends with its phase.
#include <cuda/barrier>
__global__ void k(const int *in, int *out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t == 0) init(&bar, 64);
  __syncthreads();
  cuda::memcpy_async(&s[t], in + t, sizeof(int), bar);
  bar.arrive_and_wait();
  out[t] = s[63 - t];
}
