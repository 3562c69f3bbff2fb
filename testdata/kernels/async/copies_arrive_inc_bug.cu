//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// Without .noinc the phase expects one more arrival for each that the copies make: nobody makes the others.
#define SMEM(p) ((unsigned)__cvta_generic_to_shared(p))
#define INIT(b, c) asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(SMEM(b)), "r"(c) : "memory")
#define COPY(dst, src) asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(SMEM(dst)), "l"(src) : "memory")
__device__ void wait(void *b, unsigned parity) {
  unsigned ok = 0;
  while (!ok)
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }" : "=r"(ok) : "r"(SMEM(b)), "r"(parity) : "memory");
}
__global__ void k(const int *in, int *out) {
  __shared__ int s[64];
  __shared__ unsigned long long bar;
  int t = threadIdx.x;
  if (t == 0) INIT(&bar, 64);
  __syncthreads();
  COPY(&s[t], in + t);
  asm volatile("cp.async.mbarrier.arrive.shared::cta.b64 [%0];" ::"r"(SMEM(&bar)) : "memory");
  wait(&bar, 0);  // want "deadlock"
  out[t] = s[63 - t];
}
