//pass
//--blockDim=1 --gridDim=2

// Each block takes both permits at once, so the other one waits until they are back.
__device__ int permits = 2;
__device__ int total;

__device__ void acquire(int n) {
  int seen;
  do {
    seen = *(volatile int *)&permits;
  } while (seen < n || atomicCAS(&permits, seen, seen - n) != seen);
}

__global__ void k() {
  acquire(2);
  __threadfence();
  total += 1;
  __threadfence();
  atomicAdd(&permits, 2);
}
