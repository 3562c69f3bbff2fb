//pass
//--blockDim=64 --gridDim=1

// A stride and the elements between.
__global__ void k(int *a) {
  a[2 * threadIdx.x] = threadIdx.x;
  a[2 * threadIdx.x + 1] = threadIdx.x;
}
