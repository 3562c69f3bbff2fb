//pass
//--blockDim=128 --gridDim=1
// Two slots, for any number of rounds: the product of the round before may be under way while the other slot is filled.
#include <cuda_fp16.h>
#define SMEM(p) ((unsigned)__cvta_generic_to_shared(p))
#define FENCE() asm volatile("wgmma.fence.sync.aligned;" ::: "memory")
#define COMMIT() asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory")
#define WAIT(n) asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(n) : "memory")
// Core matrices of 128 bytes: the two of a line 128 bytes apart, those of the next 8 lines 256.
__device__ unsigned long long desc(const void *p) { return (SMEM(p) & 0x3ffff) >> 4 | 8ull << 16 | 16ull << 32; }
#define WGMMA(d, a, b)                                                                                       \
  asm volatile("{ .reg .pred p; setp.ne.b32 p, %6, 0;"                                                       \
               "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, p, 1, 1, 0, 0; }" \
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "l"(a), "l"(b), "r"(1) : "memory")
__global__ void k(const half *a, const half *b, float *c, int n) {
  __shared__ alignas(128) half sa[2][64 * 16], sb[8 * 16];
  int t = threadIdx.x;
  float d[4] = {};
  sb[t] = b[t];
  for (int i = 0; i < n; ++i) {
    for (int e = t; e < 1024; e += 128) sa[i % 2][e] = a[i * 1024 + e];
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    FENCE();
    WGMMA(d, desc(sa[i % 2]), desc(sb));
    COMMIT();
    WAIT(1);
    __syncthreads();
  }
  WAIT(0);
  for (int j = 0; j < 4; ++j) c[t * 4 + j] = d[j];
}
