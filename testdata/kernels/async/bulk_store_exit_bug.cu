//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=2
// Nobody waits: the block, and its shared memory with it, may be gone when the copy reads the tile.
#define SMEM(p) ((unsigned)__cvta_generic_to_shared(p))
#define PROXY_FENCE() asm volatile("fence.proxy.async.shared::cta;" ::: "memory")
#define STORE(dst, src, n) \
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(dst), "r"(SMEM(src)), "r"(n) : "memory")
__global__ void k(int *out) {
  __shared__ alignas(16) int tile[64];
  int t = threadIdx.x;
  tile[t] = t;
  PROXY_FENCE();
  __syncthreads();
  if (t == 0) {
    STORE(out + 64 * blockIdx.x, tile, 256);  // want "block may have ended"
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
  }
}
