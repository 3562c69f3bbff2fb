//xfail:NOT_ALL_VERIFIED
//--blockDim=1 --gridDim=2

// Each block takes its own lock first and then the other's: both may hold one and wait for the other.
__device__ int lock[2];
__device__ int x;

__global__ void k() {
  int mine = blockIdx.x, other = 1 - mine;
  while (atomicCAS(&lock[mine], 0, 1) != 0) {
  }
  while (atomicCAS(&lock[other], 0, 1) != 0) {  // want "deadlock: thread \(0,0,0\) of block \(0,0,0\) waits here"
  }
  __threadfence();
  x += 1;
  __threadfence();
  atomicExch(&lock[other], 0);
  atomicExch(&lock[mine], 0);
}
