//--blockDim=64 --gridDim=2
// The lock is let go inside of the loop, before threads of a warp wait for each other.
// fair: no deadlock
// lockstep: no deadlock, for every size
__device__ int mutex;
__device__ int total;

__global__ void add() {
  bool done = false;
  while (!done) {
    if (atomicCAS(&mutex, 0, 1) == 0) {
      __threadfence();
      total += 1;
      __threadfence();
      atomicExch(&mutex, 0);
      done = true;
    }
  }
}
