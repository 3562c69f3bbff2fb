//xfail:NOT_ALL_VERIFIED
//--blockDim=2 --gridDim=2

// Nobody gives the lock back: the block that takes it first is the only one that goes on.
__device__ int mutex;

__global__ void k(int *count) {
  if (threadIdx.x == 0) {
    while (atomicCAS(&mutex, 0, 1) != 0) ; // want "deadlock"
    __threadfence();
    *count += 1;
    __threadfence();
  }
}
