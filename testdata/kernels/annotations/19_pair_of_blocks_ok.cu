//pass
//--blockDim=64 --gridDim=2

// Different in the whole grid.
__global__ void k(int *a) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  __assert(__distinct_int(i));
  a[i] = 1;
}
