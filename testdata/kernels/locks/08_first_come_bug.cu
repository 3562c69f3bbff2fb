//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=4
// All but one thread find that another one was there.
__device__ int winner;

__global__ void first(int *out) {
  if (atomicExch(&winner, 1) == 1) out[0] = threadIdx.x;  // want "race on out"
}
