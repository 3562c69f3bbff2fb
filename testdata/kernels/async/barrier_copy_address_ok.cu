//pass
//--blockDim=64 --gridDim=1
// cuda::memcpy_async with a size that says that addresses are multiples of 16.
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/pipeline>
__global__ void k(const float *in, float *out) {
  __shared__ alignas(16) float tile[256];
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  int t = threadIdx.x;
  if (t == 0) init(&bar, 64);
  __syncthreads();
  cuda::memcpy_async(&tile[4 * t], in + 4 * t, cuda::aligned_size_t<16>(16), bar);
  bar.arrive_and_wait();
  out[t] = tile[255 - t];
}
