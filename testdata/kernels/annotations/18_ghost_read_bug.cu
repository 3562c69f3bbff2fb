//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1

// The program's own read is one.
__global__ void k(int *a, int *b) {
  a[threadIdx.x] = 1; // want "race on a"
  b[threadIdx.x] = a[threadIdx.x ^ 1]; // want "race on a"
}
