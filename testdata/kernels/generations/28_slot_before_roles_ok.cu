//pass
//--blockDim=96 --gridDim=1
// Three slots of which all roles keep the number in one variable, set before they part:
// the consumers find it as it was, whatever the producers' loop makes of theirs.
__global__ void k(const int *in, int *out, int n) {
  __shared__ int a[3][32];
  int lane = threadIdx.x % 32;
  int slot = 0;
  if (threadIdx.x < 32) {
    for (int i = 0; i < n; ++i) {
      asm volatile("bar.sync %0, 96;" :: "r"(4 + slot) : "memory");
      a[slot][lane] = in[i * 32 + lane];
      asm volatile("bar.arrive %0, 96;" :: "r"(1 + slot) : "memory");
      if (++slot == 3) slot = 0;
    }
  } else {
    for (int j = 0; j < 3; ++j) asm volatile("bar.arrive %0, 96;" :: "r"(4 + j) : "memory");
    for (int i = 0; i < n; ++i) {
      asm volatile("bar.sync %0, 96;" :: "r"(1 + slot) : "memory");
      out[i * 64 + threadIdx.x - 32] = a[slot][31 - lane];
      asm volatile("bar.arrive %0, 96;" :: "r"(4 + slot) : "memory");
      if (++slot == 3) slot = 0;
    }
  }
}
