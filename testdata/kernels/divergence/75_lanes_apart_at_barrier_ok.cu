//pass
//--blockDim=64 --gridDim=1
// The lanes of a warp come to barrier 1 together, before or behind __syncwarp().
__global__ void k(int *out, int n) {
  for (int i = 0; i < n; i++) {
    if (threadIdx.x < 32) {
      __syncwarp();
      asm volatile("barrier.sync 1, 32;" ::: "memory");
      __syncwarp();
    }
  }
}
