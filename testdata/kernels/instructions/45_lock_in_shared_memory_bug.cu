//xfail:NOT_ALL_VERIFIED
//--blockDim=2 --gridDim=2

// A lock in shared memory is one of its block.
__device__ int sums[2];
__global__ void k() {
  __shared__ int lock;
  if (threadIdx.x == 0) lock = 0;
  __syncthreads();
  while (atomicCAS(&lock, 0, 1) != 0) { }
  __threadfence();
  sums[0] += 1;  // want "race on sums"
  __threadfence();
  atomicExch(&lock, 0);
}
