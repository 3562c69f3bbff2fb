//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=4
// __syncthreads() is taken for a barrier of the grid.
__global__ void steps(int *a, int *b, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  for (int k = 0; k < n; k++) {
    a[i] = b[i] + k;                 // want "race on a"
    __syncthreads();
    b[i] = a[255 - i];               // want "race on a"
    __syncthreads();
  }
}
