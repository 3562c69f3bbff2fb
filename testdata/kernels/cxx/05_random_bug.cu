//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=2

// The blocks share their generators.
#include <curand_kernel.h>

__global__ void k(curandState *states, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = curand_uniform(&states[threadIdx.x]); // want "race"
}
