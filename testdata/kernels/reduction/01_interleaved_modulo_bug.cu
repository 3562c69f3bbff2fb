//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=4
// Tree reduction, the textbook's first version: interleaved addressing with a
// divergent modulo test.
#include <cstdio>
#include <cuda_runtime.h>

#define BLOCK 64

__global__ void reduce0(const int *g_in, int *g_out, unsigned int n) {
  __shared__ int sdata[BLOCK];
  unsigned int tid = threadIdx.x;
  unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
  sdata[tid] = (i < n) ? g_in[i] : 0;
  __syncthreads();

  for (unsigned int s = 1; s < blockDim.x; s *= 2) {
    if (tid % (2 * s) == 0) {
      sdata[tid] += sdata[tid + s];  // want "write-read race on sdata"
    }
  }
  if (tid == 0) g_out[blockIdx.x] = sdata[0];
}

int main() {
  const unsigned int n = 256;
  int *in = nullptr, *out = nullptr;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, 4 * sizeof(int));
  reduce0<<<4, BLOCK>>>(in, out, n);
  cudaError_t err = cudaDeviceSynchronize();
  if (err != cudaSuccess) {
    std::fprintf(stderr, "kernel failed: %s\n", cudaGetErrorString(err));
    return 1;
  }
  cudaFree(in);
  cudaFree(out);
  return 0;
}
