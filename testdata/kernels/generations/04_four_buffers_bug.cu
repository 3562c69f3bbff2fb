//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
__global__ void k(const int *in, int *out, int n) {
  __shared__ int buf[4][32];
  int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    for (int i = 0; i < n; ++i) {
      int slot = i % 4;
      asm volatile("bar.sync %0, 64;" :: "r"(5 + slot) : "memory");
      buf[slot][lane] = in[i * 32 + lane];
      asm volatile("bar.arrive %0, 64;" :: "r"(1 + slot) : "memory");
    }
  } else {
    for (int s = 0; s < 4; ++s)
      asm volatile("bar.arrive %0, 64;" :: "r"(5 + s) : "memory");
    for (int i = 0; i < n; ++i) {
      int slot = (i + 1) % 4;
      asm volatile("bar.sync %0, 64;" :: "r"(1 + slot) : "memory");  // want "deadlock"
      out[i * 32 + lane] = buf[slot][31 - lane];
      asm volatile("bar.arrive %0, 64;" :: "r"(5 + slot) : "memory");
    }
  }
}
