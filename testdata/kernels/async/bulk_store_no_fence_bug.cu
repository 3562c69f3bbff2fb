//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// The copy goes to memory by another way than the stores, and no proxy fence lies between them.
#define SMEM(p) ((unsigned)__cvta_generic_to_shared(p))
#define STORE(dst, src, n) \
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(dst), "r"(SMEM(src)), "r"(n) : "memory")
__global__ void k(const int *in, int *out) {
  __shared__ alignas(16) int tile[64];
  int t = threadIdx.x;
  for (int i = 0; i < 3; ++i) {
    tile[t] = in[i * 64 + t];  // want "race on tile.*proxy"
    __syncthreads();
    if (t == 0) {
      STORE(out + i * 64, tile, 256);  // may "race on tile"
      asm volatile("cp.async.bulk.commit_group;" ::: "memory");
      asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
    }
    __syncthreads();
  }
}
