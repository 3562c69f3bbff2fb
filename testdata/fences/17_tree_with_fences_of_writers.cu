//--blockDim=1 --gridDim=2
// fences: {14:device}
// The summation of Barnes-Hut (Lonestar: ls-bh): the mass of a cell tells that its position is there. Writers have a fence,
// readers have none.
__device__ volatile float mass[2];
__device__ float position[2];

__global__ void sum(const float *in, float *out) {
  if (blockIdx.x == 0) {
    position[0] = in[0];
    __threadfence();
    mass[0] = 1;
  } else {
    while (mass[0] == 0) { }
    *out = position[0];
  }
}
