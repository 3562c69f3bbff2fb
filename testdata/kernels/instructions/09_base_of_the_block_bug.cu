//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=4

// Elements of blocks.
__global__ void k(int *a) {
  a[blockIdx.x * 32 + threadIdx.x] = 1 + threadIdx.x + blockIdx.x;  // want "race on a"
}
