//xfail:NOT_ALL_VERIFIED
//--blockDim=96 --gridDim=1
// Three slots, one variable for their number: the consumers move it on before they give the slot back.
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
      if (++slot == 3) slot = 0;
      asm volatile("bar.arrive %0, 96;" :: "r"(4 + slot) : "memory");  // want "arrive for generation 2 of barrier 5 is not ordered after generation 1"
    }
  }
}
