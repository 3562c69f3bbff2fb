//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=2

// All threads of a block write, and one of them sets the flag for the other block. No barrier
// stands before the flag: only its thread is sure to have written.
__device__ int data[64];
__device__ int flag;

__global__ void k(int *out) {
  int t = threadIdx.x;
  if (blockIdx.x == 0) {
    data[t] = 3 * t; // want "race on data"
    if (t == 0) {
      __threadfence();
      atomicExch(&flag, 1);
    }
  } else {
    if (t == 0) {
      while (atomicAdd(&flag, 0) == 0) {
      }
      __threadfence();
    }
    __syncthreads();
    out[t] = data[t]; // want "race on data"
  }
}
