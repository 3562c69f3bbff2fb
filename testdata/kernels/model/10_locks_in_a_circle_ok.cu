//pass
//--blockDim=1 --gridDim=2

// Both blocks take the locks in the same order.
__device__ int lock[2];
__device__ int x;

__global__ void k() {
  int mine = 0, other = 1;
  while (atomicCAS(&lock[mine], 0, 1) != 0) {
  }
  while (atomicCAS(&lock[other], 0, 1) != 0) {
  }
  __threadfence();
  x += 1;
  __threadfence();
  atomicExch(&lock[other], 0);
  atomicExch(&lock[mine], 0);
}
