//xfail:NOT_ALL_VERIFIED
//--blockDim=2 --gridDim=1

// Who finds nothing to do keeps the lock.
__device__ int lock;
__device__ int left = 0;

__global__ void k() {
  while (atomicCAS(&lock, 0, 1) != 0) {  // want "deadlock: thread \([01],0,0\)( of block \(0,0,0\))? waits here"
  }
  __threadfence();
  if (left == 0) return;
  left -= 1;
  __threadfence();
  atomicExch(&lock, 0);
}
