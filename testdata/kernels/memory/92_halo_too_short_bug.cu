//xfail:NOT_ALL_VERIFIED
//--blockDim=128 --gridDim=2
// The tile lacks the last element of its halo.
#define RADIUS 3
__global__ void stencil(const int *in, int *out) {
  __shared__ int tile[128 + 2 * RADIUS - 1];
  int g = threadIdx.x + blockIdx.x * blockDim.x, l = threadIdx.x + RADIUS;
  tile[l] = in[g];
  if (threadIdx.x < RADIUS) {
    tile[l - RADIUS] = in[g - RADIUS];
    tile[l + 128] = in[g + 128];  // want "out of bounds.*133 elements"
  }
  __syncthreads();
  int sum = 0;
  for (int d = -RADIUS; d <= RADIUS; d++) sum += tile[l + d];  // want "out of bounds.*133 elements"
  out[g] = sum;
}
