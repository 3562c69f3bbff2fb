//pass
//--blockDim=2 --gridDim=1

// The lock is given back on every path.
__device__ int lock;
__device__ int left = 0;

__global__ void k() {
  while (atomicCAS(&lock, 0, 1) != 0) {
  }
  __threadfence();
  if (left > 0) left -= 1;
  __threadfence();
  atomicExch(&lock, 0);
}
