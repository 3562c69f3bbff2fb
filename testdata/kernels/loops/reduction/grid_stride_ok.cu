//pass
//--blockDim=256 --gridDim=*
// Any number of elements: a grid-stride loop feeds the tree.
#ifndef BLOCK
#define BLOCK 256
#endif

__global__ void sum(const double *x, double *blockSums, int n) {
  __shared__ double cache[BLOCK];
  int tid = threadIdx.x;
  double acc = 0.0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    acc += x[i];
  }
  cache[tid] = acc;
  __syncthreads();
  int half = blockDim.x / 2;
  while (half != 0) {
    if (tid < half) cache[tid] += cache[tid + half];
    __syncthreads();
    half /= 2;
  }
  if (tid == 0) blockSums[blockIdx.x] = cache[0];
}
