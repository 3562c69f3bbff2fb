//xfail:NOT_ALL_VERIFIED
//--blockDim=1 --gridDim=2

// A write behind the end of the critical section.
__device__ int mutex, total;
__global__ void k() {
  while (atomicCAS(&mutex, 0, 1) != 0) { }
  __threadfence();
  __threadfence();
  atomicExch(&mutex, 0);
  total += 1;  // want "race on total"
}
