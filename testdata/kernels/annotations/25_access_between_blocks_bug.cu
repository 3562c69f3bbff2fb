//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=4

// A barrier of the block does not order the write before another block.
__global__ void k(int *a) {
  a[blockIdx.x * blockDim.x + threadIdx.x] = 1;
  __syncthreads();
  __assert(__no_write(a)); // want "assertion"
}
