//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// Half of the threads leave after the first phase, which the second one does not know.
#define SMEM(p) ((unsigned)__cvta_generic_to_shared(p))
#define INIT(b, c) asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(SMEM(b)), "r"(c) : "memory")
#define ARRIVE(b) asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(SMEM(b)) : "memory")
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
  s[t] = in[t];
  if (t >= 32) {
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(SMEM(&bar)) : "memory");
    return;
  }
  ARRIVE(&bar);
  wait(&bar, 0);
  int x = s[63 - t];
  ARRIVE(&bar);
  wait(&bar, 1);  // want "deadlock"
  s[t] = x;
  out[t] = x;
}
