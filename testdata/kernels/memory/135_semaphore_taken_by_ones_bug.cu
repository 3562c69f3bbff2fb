//xfail:NOT_ALL_VERIFIED
//--blockDim=1 --gridDim=2

// Each block wants two of the two permits, and takes them one by one: both may have one and wait for ever.
__device__ int permits = 2;
__device__ int total;

__device__ void acquire(int n) {
  int seen;
  do {
    seen = *(volatile int *)&permits;  // want "deadlock"
  } while (seen < n || atomicCAS(&permits, seen, seen - n) != seen);
}

__global__ void k() {
  acquire(1);
  acquire(1);
  __threadfence();
  total += 1;
  __threadfence();
  atomicAdd(&permits, 2);
}
