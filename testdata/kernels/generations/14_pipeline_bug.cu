//xfail:NOT_ALL_VERIFIED
//--blockDim=96 --gridDim=1
// Warp 1 lets warp 0 go on before warp 2 has read.
__global__ void k(const int *in, int *out, int n) {
  __shared__ int a[32];
  __shared__ int b[32];
  int lane = threadIdx.x % 32;
  int warp = threadIdx.x / 32;
  if (warp == 0) {
    for (int i = 0; i < n; ++i) {
      a[lane] = in[i * 32 + lane];  // want "race"
      asm volatile("bar.arrive 1, 64;" ::: "memory");
      asm volatile("bar.sync 4, 64;" ::: "memory");
    }
  } else if (warp == 1) {
    for (int i = 0; i < n; ++i) {
      asm volatile("bar.sync 1, 64;" ::: "memory");
      b[lane] = i;
      asm volatile("bar.arrive 2, 64;" ::: "memory");
      asm volatile("bar.arrive 4, 64;" ::: "memory");
      asm volatile("bar.sync 3, 64;" ::: "memory");
    }
  } else {
    for (int i = 0; i < n; ++i) {
      asm volatile("bar.sync 2, 64;" ::: "memory");
      out[i * 32 + lane] = a[31 - lane] + b[31 - lane];  // want "race"
      asm volatile("bar.arrive 3, 64;" ::: "memory");
    }
  }
}
