//pass
//--blockDim=64 --gridDim=*
// Each block adds rows to one of two places that are four floats apart, at addresses that are multiples of 16 bytes.
#define SMEM(p) ((unsigned)__cvta_generic_to_shared(p))
#define REDUCE(dst, src, n) \
  asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32 [%0], [%1], %2;" ::"l"(dst), "r"(SMEM(src)), "r"(n) : "memory")
__global__ void k(const float *in, float *out, int n) {
  __shared__ alignas(16) float tile[2][64];
  int t = threadIdx.x;
  for (int i = 0; i < n; ++i) {
    tile[i % 2][t] = in[(blockIdx.x * n + i) * 64 + t];
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    if (t == 0) {
      REDUCE(out + i % 2 * 4, tile[i % 2], 256);
      asm volatile("cp.async.bulk.commit_group;" ::: "memory");
      asm volatile("cp.async.bulk.wait_group.read 1;" ::: "memory");
    }
    __syncthreads();
  }
  if (t == 0)
    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}
