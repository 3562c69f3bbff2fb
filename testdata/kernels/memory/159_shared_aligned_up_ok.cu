//pass
//--blockDim=64 --gridDim=1
// Two arrays in dynamic shared memory, the first at a multiple of 128 bytes.
#include <cstdint>
__global__ void exchange(float *out) {
  extern __shared__ unsigned char raw[];
  auto at = reinterpret_cast<uintptr_t>(raw);
  float *f = reinterpret_cast<float *>((at + 127) & ~static_cast<uintptr_t>(127));
  float *g = reinterpret_cast<float *>((at + 127) / 128 * 128 + 64 * sizeof(float));
  f[threadIdx.x] = threadIdx.x;
  __syncthreads();
  g[threadIdx.x] = f[threadIdx.x ^ 1];
  __syncthreads();
  out[threadIdx.x] = g[threadIdx.x ^ 2];
}
