//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=2

// The two warps get what their own first lanes have.
__global__ void k(int *a, int n) {
  int m = __shfl_sync(0xffffffffu, threadIdx.x / 32, 0);
  if (m > 0) {
    __syncthreads(); // want "divergence|deadlock|wait"
  }
  a[64 * blockIdx.x + threadIdx.x] = n;
}
