//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=2
// Stream compaction: a shared counter gives places within the block, the
// block's part of the output is its own. Places are unknown to the verifier, so
// the count is what is written.
#include <cuda_runtime.h>
__global__ void count_positive(const int *in, int *counts, int n) {
  __shared__ int l_n;
  for (int iter = 0; iter < 4; iter++) {
    if (threadIdx.x == 0) l_n = 0;  // want "race on l_n"
    int i = (blockIdx.x * 4 + iter) * blockDim.x + threadIdx.x;
    if (i < n && in[i] > 0) atomicAdd(&l_n, 1);  // want "race on l_n"
    __syncthreads();
    if (threadIdx.x == 0) counts[blockIdx.x * 4 + iter] = l_n;
    __syncthreads();
  }
}
