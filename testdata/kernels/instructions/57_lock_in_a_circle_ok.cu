//pass
//--blockDim=1 --gridDim=2

// Two locks that are taken in different orders.
__device__ int mutexes[2], total;
__global__ void k() {
  int first = 0;
  while (atomicCAS(&mutexes[first], 0, 1) != 0) { }
  while (atomicCAS(&mutexes[1 - first], 0, 1) != 0) { }
  __threadfence();
  total += 1;
  __threadfence();
  atomicExch(&mutexes[1 - first], 0);
  atomicExch(&mutexes[first], 0);
}
