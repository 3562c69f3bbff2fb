//pass
//--blockDim=288 --gridDim=1
// The frame of FlashAttention for any number of tiles: a producer warp loads tiles of keys and values into rings of two slots, two
// warpgroups consume them. They take turns with the scores, by two named barriers.
#define SMEM(p) ((unsigned)__cvta_generic_to_shared(p))
#define INIT(b, c) asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(SMEM(b)), "r"(c) : "memory")
#define EXPECT(b, n) asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(SMEM(b)), "r"(n) : "memory")
#define ARRIVE(b) asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(SMEM(b)) : "memory")
#define PROXY_FENCE() asm volatile("fence.proxy.async.shared::cta;" ::: "memory")
#define LOAD(dst, src, n, b) \
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(SMEM(dst)), "l"(src), "r"(n), "r"(SMEM(b)) : "memory")
#define BAR_SYNC(id, n) asm volatile("bar.sync %0, %1;" ::"r"(id), "n"(n) : "memory")
#define BAR_ARRIVE(id, n) asm volatile("bar.arrive %0, %1;" ::"r"(id), "n"(n) : "memory")
__device__ void wait(void *b, unsigned parity) {
  unsigned ok = 0;
  while (!ok)
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }" : "=r"(ok) : "r"(SMEM(b)), "r"(parity) : "memory");
}
__global__ void k(const float *q, const float *keys, const float *values, float *out, int n) {
  __shared__ alignas(16) float k[2][128], v[2][128];
  __shared__ float score[128];
  __shared__ unsigned long long full_k[2], empty_k[2], full_v[2], empty_v[2];
  int t = threadIdx.x;
  if (t < 2) {
    INIT(&full_k[t], 1);
    INIT(&full_v[t], 1);
    INIT(&empty_k[t], 256);
    INIT(&empty_v[t], 256);
    PROXY_FENCE();
  }
  __syncthreads();
  if (t >= 256) {
    if (t == 256)
      for (int i = 0; i < n; ++i) {
        int s = i % 2;
        wait(&empty_k[s], (i / 2 & 1) ^ 1);
        EXPECT(&full_k[s], 512);
        LOAD(k[s], keys + i * 128, 512, &full_k[s]);
        wait(&empty_v[s], (i / 2 & 1) ^ 1);
        EXPECT(&full_v[s], 512);
        LOAD(v[s], values + i * 128, 512, &full_v[s]);
      }
  } else {
    int wg = t / 128, w = t % 128;
    float own = q[t], acc = 0;
    if (wg == 1 && n > 0) BAR_ARRIVE(1, 256);
    for (int i = 0; i < n; ++i) {
      int s = i % 2;
      wait(&full_k[s], i / 2 & 1);
      BAR_SYNC(1 + wg, 256);
      score[w] = own * k[s][w];
      ARRIVE(&empty_k[s]);
      BAR_SYNC(3 + wg, 128);
      float p = score[127 - w];
      if (wg == 0 || i + 1 < n) BAR_ARRIVE(2 - wg, 256);
      wait(&full_v[s], i / 2 & 1);
      acc += p * v[s][w];
      ARRIVE(&empty_v[s]);
    }
    out[t] = acc;
  }
}
