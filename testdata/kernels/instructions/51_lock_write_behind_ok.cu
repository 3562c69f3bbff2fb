//pass
//--blockDim=1 --gridDim=2

// A write behind the end of the critical section.
__device__ int mutex, total;
__global__ void k() {
  while (atomicCAS(&mutex, 0, 1) != 0) { }
  __threadfence();
  total += 1;
  __threadfence();
  atomicExch(&mutex, 0);
}
