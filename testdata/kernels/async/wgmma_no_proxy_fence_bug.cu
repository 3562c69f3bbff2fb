//xfail:NOT_ALL_VERIFIED
//--blockDim=128 --gridDim=1
// What has been written by plain stores is read by products, without a proxy fence in between.
#include <cuda_fp16.h>
#define SMEM(p) ((unsigned)__cvta_generic_to_shared(p))
#define FENCE() asm volatile("wgmma.fence.sync.aligned;" ::: "memory")
#define COMMIT() asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory")
#define WAIT(n) asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(n) : "memory")
// Rows of 128 bytes, swizzled; those of the next 8 lines 1024 bytes further on.
__device__ unsigned long long desc(const void *p) { return (SMEM(p) & 0x3ffff) >> 4 | 1ull << 16 | 64ull << 32 | 1ull << 62; }
#define WGMMA(d, a, b)                                                                                       \
  asm volatile("{ .reg .pred p; setp.ne.b32 p, %6, 0;"                                                       \
               "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, p, 1, 1, 0, 0; }" \
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "l"(a), "l"(b), "r"(1) : "memory")
__global__ void k(const half *a, const half *b, float *c) {
  __shared__ alignas(1024) half sa[2][64 * 64], sb[2][8 * 64];
  int t = threadIdx.x;
  float d[4] = {};
  for (int i = 0; i < 2; ++i) {
    for (int e = t; e < 64 * 64; e += 128) sa[i][e] = a[i * 4096 + e];  // want "race on sa.*proxy fence"
    for (int e = t; e < 8 * 64; e += 128) sb[i][e] = b[i * 512 + e];  // may "race on sb"
    
    __syncthreads();
    FENCE();
    unsigned long long da = desc(sa[i]), db = desc(sb[i]);
    for (int s = 0; s < 4; ++s) WGMMA(d, da + s * 2, db + s * 2);  // may "race on s[ab]"
    COMMIT();
  }
  WAIT(0);
  for (int j = 0; j < 4; ++j) c[t * 4 + j] = d[j];
}
