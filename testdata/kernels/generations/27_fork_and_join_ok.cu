//pass
//--blockDim=128 --gridDim=1
// Warp 0 feeds warps 1 and 2, which feed warp 3; warp 3 lets warp 0 go on.
__global__ void k(const int *in, int *out, int n) {
  __shared__ int a[32];
  __shared__ int b[64];
  int lane = threadIdx.x % 32;
  int warp = threadIdx.x / 32;
  if (warp == 0) {
    for (int i = 0; i < n; ++i) {
      a[lane] = in[i * 32 + lane];
      asm volatile("bar.arrive 1, 96;" ::: "memory");
      asm volatile("bar.sync 4, 64;" ::: "memory");
    }
  } else if (warp < 3) {
    for (int i = 0; i < n; ++i) {
      asm volatile("bar.sync 1, 96;" ::: "memory");
      b[(warp - 1) * 32 + lane] = a[31 - lane] + warp;
      asm volatile("bar.arrive 2, 96;" ::: "memory");
    }
  } else {
    for (int i = 0; i < n; ++i) {
      asm volatile("bar.sync 2, 96;" ::: "memory");
      out[i * 32 + lane] = a[lane] + b[31 - lane] + b[63 - lane];
      asm volatile("bar.arrive 4, 64;" ::: "memory");
    }
  }
}
