//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=4
// Numbers of 8 bits, made of floats four at a time.
#include <cuda_fp8.h>

__global__ void quantise(const float4 *in, __nv_fp8x4_e4m3 *out, float scale) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 x = in[i];
  x.x *= scale, x.y *= scale, x.z *= scale, x.w *= scale;
  out[i / 2] = __nv_fp8x4_e4m3(x);  // want "race on out"
}
