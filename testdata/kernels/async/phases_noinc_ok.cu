//pass
//--blockDim=64 --gridDim=1
// The end of a thread's copies is one of the arrivals that a phase expects, in any number of rounds.
#define SMEM(p) ((unsigned)__cvta_generic_to_shared(p))
#define INIT(b, c) asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(SMEM(b)), "r"(c) : "memory")
__device__ void wait(void *b, unsigned parity) {
  unsigned ok = 0;
  while (!ok)
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }" : "=r"(ok) : "r"(SMEM(b)), "r"(parity) : "memory");
}
__global__ void k(const int *in, int *out, int n) {
  __shared__ int tile[2][64];
  __shared__ unsigned long long bar[2];
  int t = threadIdx.x, acc = 0;
  if (t < 2) INIT(&bar[t], 64);
  __syncthreads();
  for (int i = 0, s = 0, phase = 0; i < n; ++i) {
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(SMEM(&tile[s][t])), "l"(in + i * 64 + t) : "memory");
    asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(SMEM(&bar[s])) : "memory");
    wait(&bar[s], phase);
    acc += tile[s][63 - t];
    __syncthreads();
    if (++s == 2) {
      s = 0;
      phase ^= 1;
    }
  }
  out[t] = acc;
}
