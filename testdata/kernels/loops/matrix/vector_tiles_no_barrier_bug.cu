//xfail:NOT_ALL_VERIFIED
//--blockDim=128 --gridDim=*
// The next tile overwrites the one in use.
#define B 128

__global__ void matvec(const float *m, const float *x, float *y, int rows, int cols) {
  __shared__ float xs[B];
  int row = blockIdx.x * B + threadIdx.x;
  float acc = 0.f;
  for (int base = 0; base < cols; base += B) {
    if (base + threadIdx.x < cols)
      xs[threadIdx.x] = x[base + threadIdx.x];  // want "race on xs"
    __syncthreads();
    int len = min(B, cols - base);
    if (row < rows)
      for (int k = 0; k < len; k++)
        acc += m[row * cols + base + k] * xs[k];  // want "race on xs"
  }
  if (row < rows) y[row] = acc;
}
