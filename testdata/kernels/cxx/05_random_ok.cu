//pass
//--blockDim=64 --gridDim=2

// A generator each.
#include <curand_kernel.h>

__global__ void k(curandState *states, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  curandState mine = states[i];
  out[i] = curand_uniform(&mine);
  states[i] = mine;
}
