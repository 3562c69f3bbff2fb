//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// The rows are put twice as far apart as they are long, and reach into the other stage.
#define SMEM(p) ((unsigned)__cvta_generic_to_shared(p))
#define STORE(dst, src, n) \
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(dst), "r"(SMEM(src)), "r"(n) : "memory")
__global__ void k(const unsigned *in, unsigned short *out, int n) {
  __shared__ alignas(128) unsigned short stage[2][2][16 * 16];
  int t = threadIdx.x, warp = t / 32, lane = t % 32;
  for (int i = 0; i < n; ++i) {
    unsigned x = in[i * 64 + t];
    asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(SMEM(&stage[i % 2][0][t * 16])), "r"(x), "r"(x + 1),  // want "race on stage"
                 "r"(x + 2), "r"(x + 3)
                 : "memory");
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    if (t == 0) {
      STORE(out + i * 512, stage[i % 2], 1024);  // want "race on stage"
      asm volatile("cp.async.bulk.commit_group;" ::: "memory");
      asm volatile("cp.async.bulk.wait_group.read 1;" ::: "memory");
    }
    __syncthreads();
  }
  if (t == 0) asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
}
