//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1 --shared-bytes=512
// Naive inclusive scan, double buffered in one dynamic array.
#include <cuda_runtime.h>
__global__ void scan(float *g_odata, const float *g_idata) {
  extern __shared__ float temp[];
  int thid = threadIdx.x;
  const int n = blockDim.x;
  int pout = 0, pin = 1;
  temp[pout * n + thid] = g_idata[thid];
  __syncthreads();
  for (int offset = 1; offset < n; offset *= 2) {
    pout = 0;
    pin = 0;
    if (thid >= offset)
      temp[pout * n + thid] = temp[pin * n + thid] + temp[pin * n + thid - offset];  // want "race on temp"
    else
      temp[pout * n + thid] = temp[pin * n + thid];  // want "race on temp"
    __syncthreads();
  }
  g_odata[thid] = temp[pout * n + thid];
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 64 * sizeof *in);
  cudaMalloc(&out, 64 * sizeof *out);
  scan<<<1, 64, 2 * 64 * sizeof(float)>>>(out, in);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
