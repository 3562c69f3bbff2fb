//pass
//--blockDim=1 --gridDim=2

// Each thread has to take the lock that guards the sum.
__device__ int mutexes[2], total;
__global__ void k() {
  int *lock = &mutexes[0];
  while (atomicCAS(lock, 0, 1) != 0) { }
  __threadfence();
  total += 1;
  __threadfence();
  atomicExch(lock, 0);
}
