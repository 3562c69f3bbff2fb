//xfail:NOT_ALL_VERIFIED
//--blockDim=256 --gridDim=*
// The barrier stands after the inner loop: its steps run into each other.
#ifndef BLOCK
#define BLOCK 256
#endif

__global__ void bitonic(int *values) {
  __shared__ int shared[BLOCK];
  const unsigned int tid = threadIdx.x;
  shared[tid] = values[blockIdx.x * BLOCK + tid];
  __syncthreads();
  for (unsigned int k = 2; k <= BLOCK; k *= 2) {
    for (unsigned int j = k / 2; j > 0; j /= 2) {
      unsigned int ixj = tid ^ j;
      if (ixj > tid) {
        int a = shared[tid], b = shared[ixj];  // want "race on shared"
        bool up = (tid & k) == 0;
        shared[tid] = up == (a < b) ? a : b;  // want "race on shared"
        shared[ixj] = up == (a < b) ? b : a;  // want "race on shared"
      }
    }
    __syncthreads();
  }
  values[blockIdx.x * BLOCK + tid] = shared[tid];
}
