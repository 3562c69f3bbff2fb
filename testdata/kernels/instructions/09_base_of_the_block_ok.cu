//pass
//--blockDim=64 --gridDim=4

// Elements of blocks.
__global__ void k(int *a) {
  a[blockIdx.x * 64 + threadIdx.x] = 1 + threadIdx.x + blockIdx.x;
}
