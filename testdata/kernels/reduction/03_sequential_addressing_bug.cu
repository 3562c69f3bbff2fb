//xfail:NOT_ALL_VERIFIED
//--blockDim=128 --gridDim=2
// Tree reduction with sequential addressing: no bank conflicts.
#include <cuda_runtime.h>
#include <iostream>
#include <vector>

__global__ void reduce2(const float *g_idata, float *g_odata) {
  __shared__ float sdata[128];
  unsigned int tid = threadIdx.x;
  unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
  sdata[tid] = g_idata[i];  // want "write-read race on sdata"
  for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {
    if (tid < s) {
      sdata[tid] += sdata[tid + s];  // want "write-read race on sdata"
    }
    __syncthreads();
  }
  if (tid == 0) g_odata[blockIdx.x] = sdata[0];
}

int main(int argc, char **argv) {
  std::vector<float> host(256, 1.0f);
  float *in, *out;
  cudaMalloc((void **)&in, host.size() * sizeof(float));
  cudaMalloc((void **)&out, 2 * sizeof(float));
  cudaMemcpy(in, host.data(), host.size() * sizeof(float), cudaMemcpyHostToDevice);
  dim3 grid(2), block(128);
  reduce2<<<grid, block>>>(in, out);
  float sums[2] = {0};
  cudaMemcpy(sums, out, sizeof sums, cudaMemcpyDeviceToHost);
  std::cout << sums[0] + sums[1] << std::endl;
  return 0;
}
