//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=4
// y = A x, one row per thread, x staged through shared memory.
#include <cuda_runtime.h>
__global__ void matvec(const float *A, const float *x, float *y, int rows, int cols) {
  __shared__ float xs[64];
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  float acc = 0.0f;
  for (int base = 0; base < cols; base += 64) {
    int c = base + threadIdx.x;
    xs[threadIdx.x] = c < cols ? x[c] : 0.0f;  // want "read-write race on xs"
    __syncthreads();
    if (row < rows) {
      int left = min(64, cols - base);
      for (int k = 0; k < left; ++k)
        acc += A[row * cols + base + k] *
               xs[k];  // want "read-write race on xs"
    }
  }
  if (row < rows) y[row] = acc;
}
