//pass
//--blockDim=256 --gridDim=*
// Tree reduction with sequential addressing: the upper half is added to the
// lower one.
#include <cuda_runtime.h>
#include <vector>
#ifndef BLOCK
#define BLOCK 256
#endif

__global__ void reduce2(const float *g_idata, float *g_odata, unsigned int n) {
  __shared__ float sdata[BLOCK];
  unsigned int tid = threadIdx.x;
  unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
  sdata[tid] = (i < n) ? g_idata[i] : 0.0f;
  __syncthreads();
  for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {
    if (tid < s) {
      sdata[tid] += sdata[tid + s];
    }
    __syncthreads();
  }
  if (tid == 0) g_odata[blockIdx.x] = sdata[0];
}

int main() {
  const unsigned int n = 1 << 20;
  const unsigned int blocks = (n + BLOCK - 1) / BLOCK;
  std::vector<float> host(n, 1.0f), partial(blocks);
  float *in = nullptr, *out = nullptr;
  cudaMalloc((void **)&in, n * sizeof(float));
  cudaMalloc((void **)&out, blocks * sizeof(float));
  cudaMemcpy(in, host.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  reduce2<<<blocks, BLOCK>>>(in, out, n);
  cudaMemcpy(partial.data(), out, blocks * sizeof(float), cudaMemcpyDeviceToHost);
  double sum = 0;
  for (float p : partial) sum += p;
  cudaFree(in);
  cudaFree(out);
  return sum == n ? 0 : 1;
}
