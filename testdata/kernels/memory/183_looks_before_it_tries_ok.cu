//pass
//--blockDim=64 --gridDim=64

// A thread tries for the lock only where it has seen that nobody holds it.
__device__ int lock, other, total, tried;

__global__ void add(const int *in) {
  while (*(volatile int *)&lock != 0 || atomicCAS(&lock, 0, 1) != 0) {}
  __threadfence();
  total += in[blockIdx.x];
  __threadfence();
  atomicExch(&lock, 0);
  if (in[threadIdx.x] > 0 && atomicCAS(&other, 0, 1) == 0) {
    __threadfence();
    tried++;
    __threadfence();
    atomicExch(&other, 0);
  }
}
