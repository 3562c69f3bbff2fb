//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// The next tile is written while the copy of the last one may still be reading.
#define SMEM(p) ((unsigned)__cvta_generic_to_shared(p))
#define PROXY_FENCE() asm volatile("fence.proxy.async.shared::cta;" ::: "memory")
#define STORE(dst, src, n) \
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(dst), "r"(SMEM(src)), "r"(n) : "memory")
__global__ void k(const int *in, int *out) {
  __shared__ alignas(16) int tile[64];
  int t = threadIdx.x;
  for (int i = 0; i < 3; ++i) {
    tile[t] = in[i * 64 + t];  // may "race on tile"
    PROXY_FENCE();
    __syncthreads();
    if (t == 0) {
      STORE(out + i * 64, tile, 256);  // want "race on tile"
      asm volatile("cp.async.bulk.commit_group;" ::: "memory");
    }
    __syncthreads();
  }
  if (t == 0)
    asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
}
