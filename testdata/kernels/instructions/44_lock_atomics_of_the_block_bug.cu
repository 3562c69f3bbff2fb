//xfail:NOT_ALL_VERIFIED
//--blockDim=1 --gridDim=2

// Atomics of block scope at the lock of two blocks.
__device__ int mutex, total;
__global__ void k() {
  while (atomicCAS_block(&mutex, 0, 1) != 0) { }  // want "race on mutex"
  __threadfence();
  total += 1;  // want "race on total"
  __threadfence();
  atomicExch(&mutex, 0);  // want "race on mutex"
}
