//xfail:NOT_ALL_VERIFIED
//--blockDim=1 --gridDim=2

// Each thread has to take the lock that guards the sum.
__device__ int mutexes[2], total;
__global__ void k() {
  int *lock = &mutexes[blockIdx.x];
  while (atomicCAS(lock, 0, 1) != 0) { }
  __threadfence();
  total += 1;  // want "race on total"
  __threadfence();
  atomicExch(lock, 0);
}
