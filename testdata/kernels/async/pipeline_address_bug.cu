//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// Each other thread copies 16 bytes from an address that is no multiple of 16.
#include <cuda_pipeline.h>
__global__ void k(const float *in, float *out, int n) {
  __shared__ alignas(16) float tile[256];
  int t = threadIdx.x;
  for (int i = 0; i < n; ++i) {
    __pipeline_memcpy_async(&tile[4 * t], in + i * 256 + 4 * t + (t % 2), 16);  // want "multiple of 16 bytes"
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    out[i * 64 + t] = tile[255 - t];
    __syncthreads();
  }
}
