//xfail:NOT_ALL_VERIFIED
//--blockDim=1 --gridDim=2

// A lock that is taken without a fence.
__device__ int mutex, total;
__global__ void k() {
  while (atomicCAS(&mutex, 0, 1) != 0) { }
  total += 1;  // want "race on total"
  __threadfence();
  atomicExch(&mutex, 0);
}
