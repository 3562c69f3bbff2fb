//xfail:NOT_ALL_VERIFIED
//--blockDim=160 --gridDim=1
// The slot is free before the product has read it.
#include <cuda_fp16.h>
#define SMEM(p) ((unsigned)__cvta_generic_to_shared(p))
#define INIT(b, c) asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" :: "r"(SMEM(b)), "r"(c) : "memory")
#define EXPECT(b, n) asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" :: "r"(SMEM(b)), "r"(n) : "memory")
#define ARRIVE(b) asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" :: "r"(SMEM(b)) : "memory")
#define LOAD(dst, src, n, b) asm volatile( \
  "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" \
  :: "r"(SMEM(dst)), "l"(src), "r"(n), "r"(SMEM(b)) : "memory")
__device__ bool try_wait(void *b, unsigned parity) {
  unsigned ok;
  asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
               : "=r"(ok) : "r"(SMEM(b)), "r"(parity) : "memory");
  return ok;
}
// K-major, no swizzle: core matrices of 128 bytes, 128 apart in K and 256 in M or N.
__device__ unsigned long long desc(const void *p) { return (SMEM(p) & 0x3ffff) >> 4 | 8ull << 16 | 16ull << 32; }
#define WGMMA(d, a, b) asm volatile("{ .reg .pred p; setp.ne.b32 p, %6, 0;" \
  "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, p, 1, 1, 0, 0; }" \
  : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "l"(desc(a)), "l"(desc(b)), "r"(1) : "memory")
struct alignas(128) Tiles { half a[64 * 16], b[8 * 16]; };
#define BYTES ((unsigned)sizeof(Tiles))
__global__ void k(const Tiles *in, float *c, int n) {
  __shared__ Tiles ring[2];
  __shared__ unsigned long long full[2], empty[2];
  int t = threadIdx.x;
  if (t == 0) {
    for (int s = 0; s < 2; ++s) { INIT(&full[s], 1); INIT(&empty[s], 128); }
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  __syncthreads();
  if (t >= 128) {
    for (int i = 0; t == 128 && i < n; ++i) {
      while (!try_wait(&empty[i % 2], ((i / 2) & 1) ^ 1)) { }
      EXPECT(&full[i % 2], BYTES);
      LOAD(&ring[i % 2], in + i, BYTES, &full[i % 2]);  // may "race on ring"
    }
  } else {
    float d[4] = {};
    for (int i = 0; i < n; ++i) {
      while (!try_wait(&full[i % 2], (i / 2) & 1)) { }
      asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
      WGMMA(d, ring[i % 2].a, ring[i % 2].b);  // want "race on ring"
      asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
      ARRIVE(&empty[i % 2]);
      asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
    }
    for (int j = 0; j < 4; ++j) c[t * 4 + j] = d[j];
  }
}
