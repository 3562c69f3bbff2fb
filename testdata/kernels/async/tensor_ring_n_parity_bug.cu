//xfail:NOT_ALL_VERIFIED
//--blockDim=96 --gridDim=1
// The thread that loads waits for a phase that nobody completes.
#include <cuda.h>
#define SMEM(p) ((unsigned)__cvta_generic_to_shared(p))
#define INIT(b, c) asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(SMEM(b)), "r"(c) : "memory")
#define EXPECT(b, n) asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(SMEM(b)), "r"(n) : "memory")
#define ARRIVE(b) asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(SMEM(b)) : "memory")
#define LOAD(dst, map, x, y, b) \
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" ::"r"(SMEM(dst)), \
               "l"(map), "r"(x), "r"(y), "r"(SMEM(b)) \
               : "memory")
__device__ void wait(void *b, unsigned parity) {
  unsigned ok = 0;
  while (!ok)
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }" : "=r"(ok) : "r"(SMEM(b)), "r"(parity) : "memory");
}
__global__ void k(const __grid_constant__ CUtensorMap map, float *out, int n) {
  __requires(__box_bytes(&map) == 256);
  __shared__ alignas(128) float tile[3][64];
  __shared__ unsigned long long full[3], empty[3];
  int t = threadIdx.x;
  if (t < 3) {
    INIT(&full[t], 1);
    INIT(&empty[t], 64);
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  __syncthreads();
  if (t < 64) {
    float sum = 0;
    for (int i = 0; i < n; ++i) {
      int s = i % 3;
      wait(&full[s], i / 3 & 1);  // want "deadlock"
      sum += tile[s][63 - t];
      ARRIVE(&empty[s]);
    }
    out[t] = sum;
  } else if (t == 64) {
    for (int i = 0; i < n; ++i) {
      int s = i % 3;
      wait(&empty[s], i / 3 & 1);
      EXPECT(&full[s], 256);
      LOAD(tile[s], &map, 0, i, &full[s]);
    }
  }
}
