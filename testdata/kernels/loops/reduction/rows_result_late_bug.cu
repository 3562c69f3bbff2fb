//xfail:NOT_ALL_VERIFIED
//--blockDim=128 --gridDim=*
// All threads read the row's sum, and no barrier keeps thread 0 from starting
// the next row.
#ifndef BLOCK
#define BLOCK 128
#endif

__global__ void normalise_rows(const float *m, float *out, int rows) {
  __shared__ float part[BLOCK];
  for (int row = blockIdx.x; row < rows; row += gridDim.x) {
    float v = m[row * BLOCK + threadIdx.x];
    part[threadIdx.x] = v;  // want "race on part"
    __syncthreads();
    for (int s = BLOCK / 2; s > 0; s >>= 1) {
      if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];
      __syncthreads();
    }
    out[row * BLOCK + threadIdx.x] = v / part[0];  // want "race on part"
  }
}
