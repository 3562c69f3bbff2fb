//xfail:NOT_ALL_VERIFIED
//--blockDim=1 --gridDim=2

// A lock in assembly: acquire and release.
__device__ int mutex, total;
__global__ void k() {
  int old;
  do {
    asm volatile("atom.relaxed.gpu.global.cas.b32 %0, [%1], 0, 1;" : "=r"(old) : "l"(&mutex) : "memory");
  } while (old != 0);
  total += 1;  // want "race on total"
  asm volatile("st.release.gpu.global.u32 [%0], 0;" :: "l"(&mutex) : "memory");
}
