//xfail:NOT_ALL_VERIFIED
//--blockDim=96 --gridDim=1
// From tile 8 on the parities are 4 and 5.
#define SMEM(p) ((unsigned)__cvta_generic_to_shared(p))
#define INIT(b, c) asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(SMEM(b)), "r"(c) : "memory")
#define EXPECT(b, n) asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(SMEM(b)), "r"(n) : "memory")
#define PROXY_FENCE() asm volatile("fence.proxy.async.shared::cta;" ::: "memory")
#define LOAD(dst, src, n, b) \
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(SMEM(dst)), "l"(src), "r"(n), "r"(SMEM(b)) : "memory")
__device__ void wait(void *b, unsigned parity) {
  unsigned ok = 0;
  while (!ok)  // want "parity 5, which is neither 0 nor 1"
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }" : "=r"(ok) : "r"(SMEM(b)), "r"(parity) : "memory");
}
#define ARRIVE(b) asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(SMEM(b)) : "memory")
__global__ void k(const int *in, int *out) {
  __shared__ alignas(16) int ring[2][64];
  __shared__ unsigned long long full[2], empty[2];
  int t = threadIdx.x, acc = 0;
  if (t < 2) {
    INIT(&full[t], 1);
    INIT(&empty[t], 64);
    PROXY_FENCE();
  }
  __syncthreads();
  if (t == 64) {
    for (int i = 0; i < 12; ++i) {
      wait(&empty[i % 2], (i / 2 & 5) ^ 1);
      EXPECT(&full[i % 2], 256);
      LOAD(ring[i % 2], in + i * 64, 256, &full[i % 2]);
    }
  } else if (t < 64) {
    for (int i = 0; i < 12; ++i) {
      wait(&full[i % 2], i / 2 & 1);
      acc += ring[i % 2][63 - t];
      PROXY_FENCE();
      ARRIVE(&empty[i % 2]);
    }
    out[t] = acc;
  }
}
