//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
__global__ void k(const int *in, int *out, int n) {
  __shared__ int buf[2 * 32];
  int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    for (int i = 0; i < n; ++i) {
      int slot = i & 1;
      if (i >= 3) asm volatile("bar.sync %0, 64;" :: "r"(3 + slot) : "memory");
      buf[slot * 32 + lane] = in[i * 32 + lane];
      asm volatile("bar.arrive %0, 64;" :: "r"(1 + slot) : "memory");  // want "generation"
    }
  } else {
    for (int i = 0; i < n; ++i) {
      int slot = i & 1;
      asm volatile("bar.sync %0, 64;" :: "r"(1 + slot) : "memory");
      out[i * 32 + lane] = buf[slot * 32 + 31 - lane];
      if (i + 2 < n) asm volatile("bar.arrive %0, 64;" :: "r"(3 + slot) : "memory");
    }
  }
}
