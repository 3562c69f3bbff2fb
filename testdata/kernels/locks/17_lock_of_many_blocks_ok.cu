//pass
//--blockDim=512 --gridDim=8

// The fences order threads of all blocks, as the lock does.
__device__ int lock;
__device__ int x;

__global__ void k() {
  while (atomicCAS(&lock, 0, 1) != 0) {
  }
  __threadfence();
  x++;
  __threadfence();
  atomicExch(&lock, 0);
}
