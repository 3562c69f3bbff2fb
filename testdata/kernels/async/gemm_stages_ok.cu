//pass
//--blockDim=[16,16] --gridDim=[2,2]
// A product of matrices with six tiles in four stages: three tiles are under way while one is used.
// One barrier a round is enough: the slot that is filled was read in the round before.
#include <cuda_pipeline.h>
__global__ void gemm(const float *A, const float *B, float *C) {
  __shared__ float a[4][16][16], b[4][16][16];
  int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 16 + y, column = blockIdx.x * 16 + x;
  float sum = 0;
  for (int p = 0; p < 3; ++p) {
    {
      __pipeline_memcpy_async(&a[p][y][x], A + row * (6 * 16) + p * 16 + x, 4);
      __pipeline_memcpy_async(&b[p][y][x], B + (p * 16 + y) * 32 + column, 4);
    }
    __pipeline_commit();
  }
  for (int i = 0; i < 6; ++i) {
    __pipeline_wait_prior(2);
    __syncthreads();
    if (i + 3 < 6) {
      int s = (i + 3) % 4;
      __pipeline_memcpy_async(&a[s][y][x], A + row * (6 * 16) + (i + 3) * 16 + x, 4);
      __pipeline_memcpy_async(&b[s][y][x], B + ((i + 3) * 16 + y) * 32 + column, 4);
    }
    __pipeline_commit();
    for (int j = 0; j < 16; ++j) sum += a[i % 4][y][j] * b[i % 4][j][x];
  }
  C[row * 32 + column] = sum;
}
