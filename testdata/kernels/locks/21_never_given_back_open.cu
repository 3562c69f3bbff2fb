//--blockDim=128 --gridDim=4
//proved barrier-divergence
//open data-race "on count at .*:12:5, which needs the condition at .*:10:5, which depends on the value that the atomic on mutex at"
// Nobody gives the lock back: the block that takes it first is the only one that goes on. That the others wait for
// ever is not shown for launches of this size, and no order of the additions is claimed.
__device__ int mutex;

__global__ void k(int *count) {
  if (threadIdx.x == 0) {
    while (atomicCAS(&mutex, 0, 1) != 0) ;
    __threadfence();
    *count += 1;
    __threadfence();
  }
}
