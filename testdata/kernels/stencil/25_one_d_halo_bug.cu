//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=4
// 1-D stencil of radius 3; the first threads load both halos.
#include <cuda_runtime.h>
#define RADIUS 3
#define BLOCK_SIZE 64

__global__ void stencil_1d(const int *in, int *out) {
  __shared__ int temp[BLOCK_SIZE + 2 * RADIUS];
  int gindex = threadIdx.x + blockIdx.x * blockDim.x + RADIUS;
  int lindex = threadIdx.x + RADIUS;
  temp[lindex] = in[gindex];  // may "write-read race on temp"
  if (threadIdx.x < RADIUS) {
    temp[lindex - RADIUS] = in[gindex - RADIUS];  // may "write-read race on temp"
    temp[lindex + BLOCK_SIZE] = in[gindex + BLOCK_SIZE];  // may "write-read race on temp"
  }
  int result = 0;
  for (int offset = -RADIUS; offset <= RADIUS; offset++)
    result += temp[lindex + offset];  // want "write-read race on temp"
  out[gindex] = result;
}

int main(void) {
  int *d_in, *d_out;
  cudaMalloc((void **)&d_in, (256 + 2 * RADIUS) * sizeof(int));
  cudaMalloc((void **)&d_out, (256 + 2 * RADIUS) * sizeof(int));
  stencil_1d<<<256 / BLOCK_SIZE, BLOCK_SIZE>>>(d_in, d_out);
  cudaDeviceSynchronize();
  cudaFree(d_in);
  cudaFree(d_out);
  return 0;
}
