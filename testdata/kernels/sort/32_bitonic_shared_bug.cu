//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// Bitonic sort of one block's values.
#include <cuda_runtime.h>
#define NUM 64
__device__ inline void swap(int &a, int &b) {
  int tmp = a;  // may "race on shared"
  a = b;  // want "race on shared"
  b = tmp;  // want "race on shared"
}

__global__ void bitonic(int *values) {
  __shared__ int shared[NUM];
  const unsigned int tid = threadIdx.x;
  shared[tid] = values[tid];
  __syncthreads();
  for (unsigned int k = 2; k <= NUM; k *= 2) {
    for (unsigned int j = k / 2; j > 0; j /= 2) {
      unsigned int ixj = tid ^ j;
      if (ixj != tid) {
        if ((tid & k) == 0) {
          if (shared[tid] > shared[ixj]) swap(shared[tid], shared[ixj]);  // may "race on shared"
        } else {
          if (shared[tid] < shared[ixj]) swap(shared[tid], shared[ixj]);  // may "race on shared"
        }
      }
      __syncthreads();
    }
  }
  values[tid] = shared[tid];
}
