//--blockDim=64 --gridDim=2
// One thread of each warp takes the lock.
// fair: no deadlock
// lockstep: no deadlock, for every size
__device__ int mutex;
__device__ int total;

__global__ void add() {
  if (threadIdx.x % 32 == 0) {
    while (atomicCAS(&mutex, 0, 1) != 0) { }
    __threadfence();
    total += 1;
    __threadfence();
    atomicExch(&mutex, 0);
  }
}
