//pass
//--blockDim=64 --gridDim=64

// One thread tries for its block, and gives the lock back behind the branch in which the block has used it.
__device__ int lock, data;

__global__ void once() {
  __shared__ bool got;
  if (threadIdx.x == 0) {
    got = atomicCAS(&lock, 0, 1) == 0;
    __threadfence();
  }
  __syncthreads();
  if (got) {
    if (threadIdx.x == 1) data++;
  }
  __syncthreads();
  if (threadIdx.x == 0 && got) {
    __threadfence();
    atomicExch(&lock, 0);
  }
}
