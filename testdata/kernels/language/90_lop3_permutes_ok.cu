//pass
//--blockDim=64 --gridDim=1
// lop3 with the table of an exclusive or, and bfe of the index itself.
__global__ void k(int *out) {
  int t = threadIdx.x, r, f;
  asm("lop3.b32 %0, %1, %2, %3, 0x96;" : "=r"(r) : "r"(t), "r"(12), "r"(7));
  asm("bfe.u32 %0, %1, 0, 6;" : "=r"(f) : "r"(r));
  out[f] = t;
}
