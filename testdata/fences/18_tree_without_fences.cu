//--blockDim=1 --gridDim=3
// fences: {11:device 15:device}
// The same without fences (ls-bh-nf), in a tree of three cells, each of which waits for the one below it.
__device__ volatile float mass[3];
__device__ float position[3];

__global__ void sum(const float *in, float *out) {
  int cell = blockIdx.x;
  float below = 0;
  if (cell > 0) {
    while (mass[cell - 1] == 0) { }
    below = position[cell - 1];
  }
  if (cell < 2) {
    position[cell] = in[cell] + below;
    mass[cell] = 1;
  } else {
    *out = below;
  }
}
