//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// A barrier of the block whose type is spelt out where it is declared, and nobody waits for the copy.
#include <cuda/barrier>
__global__ void k(const int *in, int *out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t == 0) init(&bar, 64);
  __syncthreads();
  cuda::memcpy_async(&s[t], in + t, sizeof(int), bar);  // want "race on s"
  auto token = bar.arrive();
  out[t] = s[63 - t];  // want "race on s"
  bar.wait(std::move(token));
}
