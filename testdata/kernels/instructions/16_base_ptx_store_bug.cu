//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1

// Stores in assembly.
__global__ void k(int *a) {
  int *p = a + threadIdx.x / 32;
  asm volatile("st.global.u32 [%0], %1;" :: "l"(p), "r"(threadIdx.x) : "memory");  // want "race on a"
}
