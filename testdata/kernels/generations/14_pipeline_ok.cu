//pass
//--blockDim=96 --gridDim=1
// Warp 0 hands to warp 1, warp 1 to warp 2, and back. Warps 0 and 2 have no barrier in common: what warp 0 writes into a
// reaches warp 2 through warp 1, and so does the leave to write again.
__global__ void k(const int *in, int *out, int n) {
  __shared__ int a[32];
  __shared__ int b[32];
  int lane = threadIdx.x % 32;
  int warp = threadIdx.x / 32;
  if (warp == 0) {
    for (int i = 0; i < n; ++i) {
      a[lane] = in[i * 32 + lane];
      asm volatile("bar.arrive 1, 64;" ::: "memory");
      asm volatile("bar.sync 4, 64;" ::: "memory");
    }
  } else if (warp == 1) {
    for (int i = 0; i < n; ++i) {
      asm volatile("bar.sync 1, 64;" ::: "memory");
      b[lane] = i;
      asm volatile("bar.arrive 2, 64;" ::: "memory");
      asm volatile("bar.sync 3, 64;" ::: "memory");
      asm volatile("bar.arrive 4, 64;" ::: "memory");
    }
  } else {
    for (int i = 0; i < n; ++i) {
      asm volatile("bar.sync 2, 64;" ::: "memory");
      out[i * 32 + lane] = a[31 - lane] + b[31 - lane];
      asm volatile("bar.arrive 3, 64;" ::: "memory");
    }
  }
}
