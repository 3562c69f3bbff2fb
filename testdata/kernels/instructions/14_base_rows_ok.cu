//pass
//--blockDim=[8,8] --gridDim=1

// Rows and columns.
__global__ void k(int *a) {
  a[threadIdx.y * 8 + threadIdx.x] = threadIdx.x - threadIdx.y;
}
