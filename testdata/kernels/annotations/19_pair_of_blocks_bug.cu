//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=2

// Different in the block, not in the grid.
__global__ void k(int *a) {
  int i = threadIdx.x;
  __assert(__distinct_int(i)); // want "assertion"
  a[blockDim.x * blockIdx.x + i] = 1;
}
