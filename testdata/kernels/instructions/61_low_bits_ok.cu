//pass
//--blockDim=32 --gridDim=1

// What takes the lowest bits of a number takes those of any number: mul24 the lowest 24, szext and bfe as many as they say.
__global__ void k(int *out, unsigned n) {
  unsigned i = threadIdx.x, product;
  __requires(n < 1000);
  asm("mul24.hi.u32 %0, %1, %2;" : "=r"(product) : "r"(n + i + (1u << 24)), "r"(65536));
  if (product < 2000)
    out[i] = i;
  int low, field;
  asm("szext.wrap.s32 %0, %1, 3;" : "=r"(low) : "r"((int)(64 * (n + 1) + i)));
  asm("bfe.s32 %0, %1, 1, 3;" : "=r"(field) : "r"((int)(64 * (n + 1) + i)));
  if (low >= -4 && low < 4 && field >= -4 && field < 4)
    out[64 + i] = i;
}
