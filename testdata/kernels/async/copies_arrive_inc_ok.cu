//pass
//--blockDim=64 --gridDim=1
// Each thread arrives besides, so that the phase is complete after all copies.
#define SMEM(p) ((unsigned)__cvta_generic_to_shared(p))
#define INIT(b, c) asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(SMEM(b)), "r"(c) : "memory")
#define COPY(dst, src) asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(SMEM(dst)), "l"(src) : "memory")
__device__ void wait(void *b, unsigned parity) {
  unsigned ok = 0;
  while (!ok)
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }" : "=r"(ok) : "r"(SMEM(b)), "r"(parity) : "memory");
}
#define ARRIVE(b) asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(SMEM(b)) : "memory")
__global__ void k(const int *in, int *out) {
  __shared__ int s[64];
  __shared__ unsigned long long bar;
  int t = threadIdx.x;
  if (t == 0) INIT(&bar, 64);
  __syncthreads();
  COPY(&s[t], in + t);
  asm volatile("cp.async.mbarrier.arrive.shared::cta.b64 [%0];" ::"r"(SMEM(&bar)) : "memory");
  ARRIVE(&bar);
  wait(&bar, 0);
  out[t] = s[63 - t];
}
