//xfail:NOT_ALL_VERIFIED
//--blockDim=128 --gridDim=1
// Warp 0 hands out work through one slot; all 128 threads take part in Full (1) and Empty (2).
__global__ void k(const int *next, int *out, int n) {
  __shared__ int slot;
  if (threadIdx.x < 32) {
    for (int i = 0; i < n; ++i) {
      asm volatile("bar.sync 2, 128;" ::: "memory");
      if (threadIdx.x == 0) slot = next[i];  // want "race"
      __syncwarp();
      asm volatile("bar.arrive 1, 128;" ::: "memory");
    }
  } else {
    asm volatile("bar.arrive 2, 128;" ::: "memory");
    for (int i = 0; i < n; ++i) {
      asm volatile("bar.sync 1, 128;" ::: "memory");
      asm volatile("bar.arrive 2, 128;" ::: "memory");
      int w = slot;  // want "race"
      out[i * 96 + threadIdx.x - 32] = w;
    }
  }
}
