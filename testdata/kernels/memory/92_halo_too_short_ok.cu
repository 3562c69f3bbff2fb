//pass
//--blockDim=128 --gridDim=2
// The tile has all of its halo.
#define RADIUS 3
__global__ void stencil(const int *in, int *out) {
  __shared__ int tile[128 + 2 * RADIUS];
  int g = threadIdx.x + blockIdx.x * blockDim.x, l = threadIdx.x + RADIUS;
  tile[l] = in[g];
  if (threadIdx.x < RADIUS) {
    tile[l - RADIUS] = in[g - RADIUS];
    tile[l + 128] = in[g + 128];
  }
  __syncthreads();
  int sum = 0;
  for (int d = -RADIUS; d <= RADIUS; d++) sum += tile[l + d];
  out[g] = sum;
}
