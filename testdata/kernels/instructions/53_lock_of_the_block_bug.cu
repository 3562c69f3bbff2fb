//xfail:NOT_ALL_VERIFIED
//--blockDim=2 --gridDim=2

// One thread takes the lock for its block.
__device__ int mutex, sums[2];
__global__ void k() {
  if (threadIdx.x == 0) {
    while (atomicCAS(&mutex, 0, 1) != 0) { }
    __threadfence();
  }
  __syncthreads();
  sums[threadIdx.x] += 1;  // want "race on sums"
  if (threadIdx.x == 0) {
    __threadfence();
    atomicExch(&mutex, 0);
  }
}
