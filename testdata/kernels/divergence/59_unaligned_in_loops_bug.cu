//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// Two warps meet at different barrier.sync 0, one time too few.
__global__ void rounds(int n) {
  if (threadIdx.x < 32)
    for (int r = 0; r < n; ++r) asm volatile("barrier.sync 0;" ::: "memory");  // want "barrier"
  else
    for (int r = 1; r < n; ++r) asm volatile("barrier.sync 0;" ::: "memory");  // may "barrier"
}
