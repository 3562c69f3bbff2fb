//xfail:NOT_ALL_VERIFIED
//--blockDim=96 --gridDim=1
__global__ void k(const int *in, int *out, int n) {
  __shared__ int buf[32];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  if (warp == 0) {
    for (int i = 0; i < n; ++i) {
      asm volatile("bar.sync 2, 96;" ::: "memory");  // want "deadlock"
      buf[lane] = in[i * 32 + lane];
      asm volatile("bar.arrive 1, 96;" ::: "memory");
    }
  } else {
    asm volatile("bar.arrive 2, 96;" ::: "memory");
    for (int i = 0; i < n; ++i) {
      asm volatile("bar.sync 1, 96;" ::: "memory");
      out[(i * 2 + warp - 1) * 32 + lane] = buf[31 - lane];
      if (warp == 1) asm volatile("bar.arrive 2, 96;" ::: "memory");
    }
  }
}
