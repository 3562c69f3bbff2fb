//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=4
// Grid-stride accumulation, then a block tree.
#include <cuda_runtime.h>
__global__ void sum(const double *x, double *blockSums, int n) {
  __shared__ double cache[64];
  int tid = threadIdx.x;
  double acc = 0.0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    acc += x[i];
    cache[tid] = acc;  // may "race on cache"
    __syncthreads();  // want "barrier divergence"
  }
  int half = blockDim.x / 2;
  while (half != 0) {
    if (tid < half) cache[tid] += cache[tid + half];  // may "race on cache"
    __syncthreads();
    half /= 2;
  }
  if (tid == 0) blockSums[blockIdx.x] = cache[0];  // may "race on cache"
}
