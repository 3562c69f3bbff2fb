//--blockDim=64 --gridDim=2
// The branch ends where the break leads to: behind the loop. Lock step may run the other side first, up to there, and so for ever.
// fair: no deadlock
// lockstep: 11 deadlock: thread (1,0,0) of block (0,0,0) waits here
__device__ int mutex;
__device__ int total;

__global__ void add() {
  while (true) {
    // as soon as it is free
    if (atomicCAS(&mutex, 0, 1) == 0) {
      __threadfence();
      total += 1;
      __threadfence();
      atomicExch(&mutex, 0);
      break;
    }
  }
}
