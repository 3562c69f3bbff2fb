//pass
//--blockDim=64 --gridDim=2

// All lanes give the same, so that all get the same, and take the same way.
__global__ void k(int *a, int n) {
  int m = __shfl_sync(0xffffffffu, n + 3, 0);
  if (m > 7) {
    a[64 * blockIdx.x + threadIdx.x] = 1;
    __syncthreads();
    a[64 * blockIdx.x + (threadIdx.x ^ 1)] = 2;
  }
}
