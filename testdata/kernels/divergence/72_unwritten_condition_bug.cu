//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=2

// Somebody writes the shared array, and threads that read it before and after take
// different ways.
__global__ void k(int *q) {
  __shared__ int a[8];
  if (threadIdx.x == 5) a[2] = 8; // want "race on a"
  if (a[2] > 7) { // want "race on a"
    __syncthreads();
  }
  q[64 * blockIdx.x + threadIdx.x] = 1;
}
