//pass
//--blockDim=64 --gridDim=1
// Bitonic sort of one block's values.
#include <cuda_runtime.h>
#define NUM 64
__device__ inline void swap(int &a, int &b) {
  int tmp = a;
  a = b;
  b = tmp;
}

__global__ void bitonic(int *values) {
  __shared__ int shared[NUM];
  const unsigned int tid = threadIdx.x;
  shared[tid] = values[tid];
  __syncthreads();
  for (unsigned int k = 2; k <= NUM; k *= 2) {
    for (unsigned int j = k / 2; j > 0; j /= 2) {
      unsigned int ixj = tid ^ j;
      if (ixj > tid) {
        if ((tid & k) == 0) {
          if (shared[tid] > shared[ixj]) swap(shared[tid], shared[ixj]);
        } else {
          if (shared[tid] < shared[ixj]) swap(shared[tid], shared[ixj]);
        }
      }
      __syncthreads();
    }
  }
  values[tid] = shared[tid];
}
