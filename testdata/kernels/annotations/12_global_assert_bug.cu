//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1

// The threads that come here have a positive x, the others need not.
__global__ void k(int *a, int n) {
  int x = threadIdx.x - 8;
  if (threadIdx.x > 8) {
    __assert(x > 0);
    __global_assert(x > 0); // want "assertion"
    a[x] = x;
  }
}
