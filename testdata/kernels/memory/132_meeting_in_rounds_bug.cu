//xfail:NOT_ALL_VERIFIED
//--blockDim=1 --gridDim=2

// In the second round the blocks wait for the arrivals of the first.
__device__ unsigned arrived;
__device__ int a[2], b[2];

__device__ void meet(unsigned goal) {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(&arrived, 1);
    while (*(volatile unsigned *)&arrived < goal) {
    }
    __threadfence();
  }
  __syncthreads();
}

__global__ void steps(int *out) {
  a[blockIdx.x] = 1;
  meet(2);
  b[blockIdx.x] = a[1 - blockIdx.x]; // want "race on b"
  meet(2);
  out[blockIdx.x] = b[1 - blockIdx.x]; // want "race on b"
}
