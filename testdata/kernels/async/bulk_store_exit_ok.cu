//pass
//--blockDim=64 --gridDim=2
// The thread waits until the copy has read the tile; the block ends behind that.
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
    STORE(out + 64 * blockIdx.x, tile, 256);
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
    asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
  }
}
