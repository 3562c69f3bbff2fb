//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=2
// Row convolution with the filter in constant memory.
#include <cuda_runtime.h>
#define KERNEL_RADIUS 4
#define KERNEL_LENGTH (2 * KERNEL_RADIUS + 1)
__constant__ float c_Kernel[KERNEL_LENGTH];

__global__ void convolve(const float *src, float *dst, int n) {
  __shared__ float data[64 + 2 * KERNEL_RADIUS];
  const int t = threadIdx.x;
  const int base = blockIdx.x * 64;
  for (int i = t; i < 64 + 2 * KERNEL_RADIUS; i += 64) {
    int g = base + i - KERNEL_RADIUS;
    data[i] = (g >= 0 && g < n) ? src[g] : 0.0f;  // want "race on data"
  }
  if (base + t < n) {
    float sum = 0.0f;
#pragma unroll
    for (int j = -KERNEL_RADIUS; j <= KERNEL_RADIUS; j++)
      sum += c_Kernel[KERNEL_RADIUS - j] * data[t + KERNEL_RADIUS + j];  // want "race on data"
    dst[base + t] = sum;
  }
}

extern "C" void setKernel(const float *h) {
  cudaMemcpyToSymbol(c_Kernel, h, KERNEL_LENGTH * sizeof(float));
}
