//pass
//--blockDim=64 --gridDim=4
// y = A x, one block per row.
__global__ void gemv(const float *A, const float *x, float *y, int cols) {
  __shared__ float part[64];
  const int row = blockIdx.x, t = threadIdx.x;
  float acc = 0.0f;
  for (int c = t; c < cols; c += blockDim.x) acc += A[row * cols + c] * x[c];
  part[t] = acc;
  __syncthreads();
  for (int s = 32; s >= 1; s >>= 1) {
    if (t < s) part[t] += part[t + s];
    __syncthreads();
  }
  if (t == 0) y[row] = part[0];
}
