//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1

// Threads that have returned write nothing.
__global__ void k(int *a, int n) {
  if (threadIdx.x >= n) a[threadIdx.x - n] = 3;  // want "race on a"
  a[threadIdx.x] = threadIdx.x;  // want "race on a"
}
