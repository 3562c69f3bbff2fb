//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// bfe takes a bit less than the index has.
__global__ void k(int *out) {
  int t = threadIdx.x, r, f;
  asm("lop3.b32 %0, %1, %2, %3, 0x96;" : "=r"(r) : "r"(t), "r"(12), "r"(7));
  asm("bfe.u32 %0, %1, 0, 5;" : "=r"(f) : "r"(r));
  out[f] = t;  // want "write-write race on out"
}
