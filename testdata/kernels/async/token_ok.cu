//pass
//--blockDim=64 --gridDim=1
// Arrive with a token, then test until the phase of the token is complete.
#define SMEM(p) ((unsigned)__cvta_generic_to_shared(p))
#define INIT(b, c) asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(SMEM(b)), "r"(c) : "memory")
__global__ void k(const int *in, int *out) {
  __shared__ int s[64];
  __shared__ unsigned long long bar;
  int t = threadIdx.x;
  if (t == 0) INIT(&bar, 64);
  __syncthreads();
  for (int i = 0; i < 3; ++i) {
    s[t] = in[i * 64 + t];
    unsigned long long token;
    asm volatile("mbarrier.arrive.shared::cta.b64 %0, [%1];" : "=l"(token) : "r"(SMEM(&bar)) : "memory");
    unsigned ok;
    do {
      asm volatile("{ .reg .pred p; mbarrier.test_wait.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }" : "=r"(ok) : "r"(SMEM(&bar)), "l"(token) : "memory");
    } while (!ok);
    out[i * 64 + t] = s[63 - t];
    __syncthreads();
  }
}
