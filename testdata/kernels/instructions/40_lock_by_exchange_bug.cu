//xfail:NOT_ALL_VERIFIED
//--blockDim=1 --gridDim=2

// A lock by exchange.
__device__ int mutex, total;
__global__ void k() {
  while (atomicExch(&mutex, 1) != 0) { }
  __threadfence_block();
  total += 1;  // want "race on total"
  __threadfence();
  atomicExch(&mutex, 0);
}
