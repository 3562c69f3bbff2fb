//pass
//--blockDim=128 --gridDim=*
// Rows divided by their sums: a barrier before the next row.
#ifndef BLOCK
#define BLOCK 128
#endif

__global__ void normalise_rows(const float *m, float *out, int rows) {
  __shared__ float part[BLOCK];
  for (int row = blockIdx.x; row < rows; row += gridDim.x) {
    float v = m[row * BLOCK + threadIdx.x];
    part[threadIdx.x] = v;
    __syncthreads();
    for (int s = BLOCK / 2; s > 0; s >>= 1) {
      if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];
      __syncthreads();
    }
    float total = part[0];
    __syncthreads();
    out[row * BLOCK + threadIdx.x] = v / total;
  }
}
