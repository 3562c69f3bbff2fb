//pass
//--blockDim=256 --gridDim=*
// Bitonic sort of a block's elements: two nested geometric loops, partners are
// found by exclusive or.
#ifndef BLOCK
#define BLOCK 256
#endif

__device__ inline void swap(int &a, int &b) {
  int tmp = a;
  a = b;
  b = tmp;
}

__global__ void bitonic(int *values) {
  __shared__ int shared[BLOCK];
  const unsigned int tid = threadIdx.x;
  shared[tid] = values[blockIdx.x * BLOCK + tid];
  __syncthreads();
  for (unsigned int k = 2; k <= BLOCK; k *= 2) {
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
  values[blockIdx.x * BLOCK + tid] = shared[tid];
}
