//xfail:NOT_ALL_VERIFIED
//--blockDim=32 --gridDim=4

// The last block reads what all have written.
__device__ unsigned arrived;
__device__ int part[4];
__global__ void k(int *out) {
  if (threadIdx.x == 0) {
    part[blockIdx.x] = blockIdx.x;  // want "race on part"
    __threadfence();
    if (atomicInc(&arrived, gridDim.x) == gridDim.x - 1) {
      *out = part[0] + part[1] + part[2] + part[3];  // want "race on part"
    }
  }
}
