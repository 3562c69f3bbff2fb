//xfail:NOT_ALL_VERIFIED
//--blockDim=128 --gridDim=1
__global__ void k(const int *in, int *out, int n) {
  __shared__ int buf[64];
  int t = threadIdx.x;
  if (t < 64) {
    for (int i = 0; i < n; ++i) {
      buf[t] = in[i * 64 + t];  // want "race"
      asm volatile("bar.sync 2, 128;" ::: "memory");
      asm volatile("bar.arrive 1, 128;" ::: "memory");
    }
  } else {
    asm volatile("bar.arrive 2, 128;" ::: "memory");
    for (int i = 0; i < n; ++i) {
      asm volatile("bar.sync 1, 128;" ::: "memory");
      out[i * 64 + t - 64] = buf[127 - t];  // want "race"
      asm volatile("bar.arrive 2, 128;" ::: "memory");
    }
  }
}
