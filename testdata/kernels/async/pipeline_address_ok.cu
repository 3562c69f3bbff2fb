//pass
//--blockDim=64 --gridDim=1
// Addresses of __pipeline_memcpy_async are multiples of its size.
#include <cuda_pipeline.h>
__global__ void k(const float *in, float *out, int n) {
  __shared__ alignas(16) float tile[256];
  int t = threadIdx.x;
  for (int i = 0; i < n; ++i) {
    __pipeline_memcpy_async(&tile[4 * t], in + i * 256 + 4 * t, 16);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    out[i * 64 + t] = tile[255 - t];
    __syncthreads();
  }
}
