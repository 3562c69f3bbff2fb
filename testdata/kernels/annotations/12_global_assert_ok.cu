//pass
//--blockDim=64 --gridDim=1

// The threads that do not come here have a positive x as well.
__global__ void k(int *a) {
  int x = threadIdx.x + 1;
  if (threadIdx.x < 32) {
    __global_assert(x > 0);
    a[x] = x;
  }
}
