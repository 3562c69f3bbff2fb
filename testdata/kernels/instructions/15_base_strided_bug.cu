//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1

// A stride and the elements between.
__global__ void k(int *a) {
  a[2 * threadIdx.x] = threadIdx.x;  // want "race on a"
  a[2 * threadIdx.x + 2] = threadIdx.x;  // want "race on a"
}
