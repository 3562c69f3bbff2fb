// A generator's state is memory; numbers are arbitrary.
#include <curand_kernel.h>

__global__ void seed(curandState *states, unsigned long long s) {
  curand_init(s, threadIdx.x, 0, &states[threadIdx.x]);
}

__global__ void draw(curandState *states, float *out, float2 *pairs) {
  curandState mine = states[threadIdx.x];
  out[threadIdx.x] = curand_uniform(&mine) + curand_normal_double(&mine);
  pairs[threadIdx.x] = curand_normal2(&mine);
  skipahead(4, &mine);
  states[threadIdx.x] = mine;
}

__global__ void together(curandStateMtgp32_t *states, unsigned *out) {
  out[threadIdx.x] = curand(&states[blockIdx.x]);
}
