//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// The first lanes of a warp wait at barrier 1 for the others of it, which wait for them
// at __syncwarp().
__global__ void k(int *out, int n) {
  int lane = threadIdx.x % 32;
  for (int i = 0; i < n; i++) {
    if (threadIdx.x < 32) {
      if (lane < 16) asm volatile("barrier.sync 1, 32;" ::: "memory");
      __syncwarp();  // want "diverge"
      if (lane >= 16) asm volatile("barrier.sync 1, 32;" ::: "memory");
    }
  }
}
