//xfail:NOT_ALL_VERIFIED
//--blockDim=512 --gridDim=8

// The fences order threads of one block only; the lock is for all of them.
__device__ int lock;
__device__ int x;

__global__ void k() {
  while (atomicCAS(&lock, 0, 1) != 0) {
  }
  __threadfence_block();
  x++;  // want "race on x"
  __threadfence_block();
  atomicExch(&lock, 0);
}
