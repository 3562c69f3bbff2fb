//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1

// An instruction under a predicate.
__global__ void k(int *a) {
  unsigned most = 2;
  asm volatile("{ .reg .pred p; setp.lt.u32 p, %1, %2; @p st.global.u32 [%0], %1; }" :: "l"(a), "r"(threadIdx.x), "r"(most) : "memory");  // want "race on a"
}
