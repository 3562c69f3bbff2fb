//xfail:NOT_ALL_VERIFIED
//--blockDim=1 --gridDim=2

// A thread that has seen that nobody holds the lock goes on without it.
__device__ int lock, total;

__global__ void add(const int *in) {
  while (*(volatile int *)&lock != 0 && atomicCAS(&lock, 0, 1) != 0) {}
  __threadfence();
  total += in[blockIdx.x]; // want "race on total"
  __threadfence();
  atomicExch(&lock, 0);
}
