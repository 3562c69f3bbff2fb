//pass
//--blockDim=64 --gridDim=2

// A barrier of the block is none of the grid.
__global__ void k(int *a) {
  int i = blockIdx.x * 64 + threadIdx.x;
  a[i] = i;
  __syncthreads();
  a[128 + i] = a[i ^ 1];
}
