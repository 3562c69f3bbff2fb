//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// All threads arrive and wait by parity in each round; one buffer.
// A fast thread writes its element of the next round while others still read.
#define SMEM(p) ((unsigned)__cvta_generic_to_shared(p))
#define INIT(b, c) asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(SMEM(b)), "r"(c) : "memory")
__device__ void wait(void *b, unsigned parity) {
  unsigned ok = 0;
  while (!ok)
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }" : "=r"(ok) : "r"(SMEM(b)), "r"(parity) : "memory");
}
#define ARRIVE(b) asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(SMEM(b)) : "memory")
__global__ void k(const int *in, int *out, int n) {
  __shared__ int s[64];
  __shared__ unsigned long long bar;
  int t = threadIdx.x, acc = 0;
  if (t == 0) INIT(&bar, 64);
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    s[t] = in[i * 64 + t];  // want "race on s"
    ARRIVE(&bar);
    wait(&bar, i & 1);
    acc += s[63 - t];  // want "race on s"
  }
  out[t] = acc;
}
