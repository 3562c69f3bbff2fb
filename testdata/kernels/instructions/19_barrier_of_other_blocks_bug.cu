//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=2

// A barrier of the block is none of the grid.
__global__ void k(int *a) {
  int i = blockIdx.x * 64 + threadIdx.x;
  a[i] = i;  // want "race on a"
  __syncthreads();
  a[128 + i] = a[127 - i];  // want "race on a"
}
