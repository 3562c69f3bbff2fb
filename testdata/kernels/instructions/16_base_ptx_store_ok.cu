//pass
//--blockDim=64 --gridDim=1

// Stores in assembly.
__global__ void k(int *a) {
  int *p = a + threadIdx.x;
  asm volatile("st.global.u32 [%0], %1;" :: "l"(p), "r"(threadIdx.x) : "memory");
}
