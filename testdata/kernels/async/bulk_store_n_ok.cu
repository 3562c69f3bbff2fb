//pass
//--blockDim=64 --gridDim=1
// Two slots, for any number of rounds: one bulk store may still be reading the other slot.
#define SMEM(p) ((unsigned)__cvta_generic_to_shared(p))
#define PROXY_FENCE() asm volatile("fence.proxy.async.shared::cta;" ::: "memory")
#define STORE(dst, src, n) \
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(dst), "r"(SMEM(src)), "r"(n) : "memory")
__global__ void k(const int *in, int *out, int n) {
  __shared__ alignas(16) int tile[2][64];
  int t = threadIdx.x;
  for (int i = 0; i < n; ++i) {
    tile[i % 2][t] = in[i * 64 + t];
    PROXY_FENCE();
    __syncthreads();
    if (t == 0) {
      STORE(out + i * 64, tile[i % 2], 256);
      asm volatile("cp.async.bulk.commit_group;" ::: "memory");
      asm volatile("cp.async.bulk.wait_group.read 1;" ::: "memory");
    }
    __syncthreads();
  }
  if (t == 0)
    asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
}
