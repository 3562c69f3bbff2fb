//xfail:NOT_ALL_VERIFIED
//--blockDim=32,8 --gridDim=2,2 --param width=64
// Coalesced transpose with a padded tile (no bank conflicts).
#include <cuda_runtime.h>
#include <stdio.h>

#define CUDA_CHECK(call)                                                              \
  do {                                                                                \
    cudaError_t e_ = (call);                                                          \
    if (e_ != cudaSuccess) {                                                          \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(e_));     \
      exit(1);                                                                        \
    }                                                                                 \
  } while (0)

const int TILE_DIM = 32;
const int BLOCK_ROWS = 8;

__global__ void transpose(float *odata, const float *idata, int width) {
  __shared__ float tile[TILE_DIM][TILE_DIM + 1];
  int x = blockIdx.x * TILE_DIM + threadIdx.x;
  int y = blockIdx.y * TILE_DIM + threadIdx.y;
  for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
    tile[threadIdx.y + j][threadIdx.x] = idata[(y + j) * width + x];  // want "write-read race on tile"
  x = blockIdx.y * TILE_DIM + threadIdx.x;
  y = blockIdx.x * TILE_DIM + threadIdx.y;
  for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
    odata[(y + j) * width + x] = tile[threadIdx.x][threadIdx.y + j];  // want "write-read race on tile"
}

int main() {
  float *d_in, *d_out;
  CUDA_CHECK(cudaMalloc(&d_in, 64 * 64 * sizeof(float)));
  CUDA_CHECK(cudaMalloc(&d_out, 64 * 64 * sizeof(float)));
  transpose<<<dim3(2, 2), dim3(TILE_DIM, BLOCK_ROWS)>>>(d_out, d_in, 64);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaDeviceSynchronize());
  return 0;
}
