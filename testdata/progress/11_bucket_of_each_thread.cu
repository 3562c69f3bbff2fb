//--blockDim=64 --gridDim=2
// Each round takes the lock of another bucket, and gives it back before threads of a warp wait for each other.
// fair: no deadlock
// lockstep: no deadlock, for every size
__device__ int locks[8];
__device__ int count[8];

__global__ void add() {
  for (int i = 0; i < 3; i++) {
    int bucket = (threadIdx.x + i) % 8;
    bool done = false;
    while (!done) {
      if (atomicCAS(&locks[bucket], 0, 1) == 0) {
        __threadfence();
        count[bucket] += 1;
        __threadfence();
        atomicExch(&locks[bucket], 0);
        done = true;
      }
    }
  }
}
