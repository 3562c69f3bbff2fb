//xfail:NOT_ALL_VERIFIED
//--blockDim=96 --gridDim=1
// As struct_barriers_ok, but notes of 64 threads go to a member for 32: the others write over the barriers behind it.
#define SMEM(p) ((unsigned)__cvta_generic_to_shared(p))
#define INIT(b, c) asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(SMEM(b)), "r"(c) : "memory")
#define EXPECT(b, n) asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(SMEM(b)), "r"(n) : "memory")
#define PROXY_FENCE() asm volatile("fence.proxy.async.shared::cta;" ::: "memory")
#define LOAD(dst, src, n, b) \
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(SMEM(dst)), "l"(src), "r"(n), "r"(SMEM(b)) : "memory")
__device__ void wait(void *b, unsigned parity) {
  unsigned ok = 0;
  while (!ok)
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }" : "=r"(ok) : "r"(SMEM(b)), "r"(parity) : "memory");  // may "race"
}
#define ARRIVE(b) asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(SMEM(b)) : "memory")
struct alignas(128) Smem {

  int last[32];
  unsigned long long full[4], empty[4];
  int pad[16];
  int ring[4][64];
};
__global__ void k(const int *in, int *out, int n) {
  __shared__ Smem sm;
  int t = threadIdx.x, acc = 0;
  if (t < 4) {
    INIT(&sm.full[t], 1);
    INIT(&sm.empty[t], 64);
    PROXY_FENCE();
  }
  __syncthreads();
  if (t == 64) {
    for (int i = 0; i < n; ++i) {
      wait(&sm.empty[i % 4], (i / 4 & 1) ^ 1);
      EXPECT(&sm.full[i % 4], 256);
      LOAD(sm.ring[i % 4], in + i * 64, 256, &sm.full[i % 4]);
    }
  } else if (t < 64) {
    for (int i = 0; i < n; ++i) {
      wait(&sm.full[i % 4], i / 4 & 1);
      acc += sm.ring[i % 4][63 - t];
      PROXY_FENCE();
      ARRIVE(&sm.empty[i % 4]);  // may "race"
    }
    sm.last[t] = acc;  // want "out of bounds"
    out[t] = acc + sm.last[t];
  }
}
