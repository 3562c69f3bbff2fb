//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1 --check-array-bounds

// The last thread reads behind the array.
__global__ void k(int *a) {
  __shared__ int t[64];
  t[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = t[threadIdx.x + 1]; // want "out of bounds.*64 elements"
}
