//xfail:NOT_ALL_VERIFIED
//--blockDim=2 --gridDim=3

// The one thread gives the lock back whether or not it has it.
__device__ int lock, data;

__global__ void once() {
  __shared__ bool got;
  if (threadIdx.x == 0) {
    got = atomicCAS(&lock, 0, 1) == 0;
    __threadfence();
  }
  __syncthreads();
  if (got) {
    if (threadIdx.x == 1) data++; // want "race on data"
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicExch(&lock, 0);
  }
}
