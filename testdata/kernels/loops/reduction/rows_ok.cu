//pass
//--blockDim=128 --gridDim=*
// One tree a row, any number of rows: the scratch array is used again in each
// iteration of the outer loop.
#ifndef BLOCK
#define BLOCK 128
#endif

__global__ void row_sums(const float *m, float *sums, int rows, int cols) {
  __shared__ float part[BLOCK];
  for (int row = blockIdx.x; row < rows; row += gridDim.x) {
    float acc = 0.f;
    for (int col = threadIdx.x; col < cols; col += BLOCK) acc += m[row * cols + col];
    part[threadIdx.x] = acc;
    __syncthreads();
    for (int s = BLOCK / 2; s > 0; s >>= 1) {
      if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];
      __syncthreads();
    }
    if (threadIdx.x == 0) sums[row] = part[0];
    __syncthreads();
  }
}
