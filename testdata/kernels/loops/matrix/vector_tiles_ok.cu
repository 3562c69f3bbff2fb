//pass
//--blockDim=128 --gridDim=*
// Matrix times vector, a row a thread; the vector goes through shared memory in
// tiles, the last of which may be short.
#define B 128

__global__ void matvec(const float *m, const float *x, float *y, int rows, int cols) {
  __shared__ float xs[B];
  int row = blockIdx.x * B + threadIdx.x;
  float acc = 0.f;
  for (int base = 0; base < cols; base += B) {
    if (base + threadIdx.x < cols) xs[threadIdx.x] = x[base + threadIdx.x];
    __syncthreads();
    int len = min(B, cols - base);
    if (row < rows)
      for (int k = 0; k < len; k++) acc += m[row * cols + base + k] * xs[k];
    __syncthreads();
  }
  if (row < rows) y[row] = acc;
}
