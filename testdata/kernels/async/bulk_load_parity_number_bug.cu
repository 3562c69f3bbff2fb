//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// A wait by parity is defined for 0 and 1 alone.
#define SMEM(p) ((unsigned)__cvta_generic_to_shared(p))
#define INIT(b, c) asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(SMEM(b)), "r"(c) : "memory")
#define EXPECT(b, n) asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(SMEM(b)), "r"(n) : "memory")
#define PROXY_FENCE() asm volatile("fence.proxy.async.shared::cta;" ::: "memory")
#define LOAD(dst, src, n, b) \
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(SMEM(dst)), "l"(src), "r"(n), "r"(SMEM(b)) : "memory")
__device__ void wait(void *b, unsigned parity) {
  unsigned ok = 0;
  while (!ok)  // want "parity 16, which is neither 0 nor 1"
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }" : "=r"(ok) : "r"(SMEM(b)), "r"(parity) : "memory");
}
#define ARRIVE(b) asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(SMEM(b)) : "memory")
__global__ void k(const int *in, int *out) {
  __shared__ alignas(16) int tile[64];
  __shared__ unsigned long long bar;
  int t = threadIdx.x;
  if (t == 0) {
    INIT(&bar, 1);
    PROXY_FENCE();
  }
  __syncthreads();
  if (t == 0) {
    asm volatile("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], %1;" ::"r"(SMEM(&bar)), "r"(256) : "memory");
    ARRIVE(&bar);
    LOAD(tile, in, 256, &bar);
  }
  wait(&bar, 16);
  out[t] = tile[63 - t];
}
