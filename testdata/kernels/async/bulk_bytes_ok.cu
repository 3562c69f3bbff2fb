//pass
//--blockDim=64 --gridDim=1
// One copy of n bytes reads the front of a buffer while another one fills what begins 1024 bytes behind it.
#define SMEM(p) ((unsigned)__cvta_generic_to_shared(p))
__device__ bool done(void *b, unsigned parity) {
  unsigned ok;
  asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }" : "=r"(ok) : "r"(SMEM(b)), "r"(parity) : "memory");
  return ok;
}
__global__ void k(const char *in, char *out, int n) {
  __requires(n >= 0 && n <= 1024 && n % 16 == 0);
  __shared__ alignas(128) char buf[4096];
  __shared__ unsigned long long bar;
  if (threadIdx.x == 0) asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(SMEM(&bar)) : "memory");
  for (int i = threadIdx.x; i < 4096; i += blockDim.x) buf[i] = i;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(SMEM(&bar)), "r"(n) : "memory");
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(out), "r"(SMEM(buf)), "r"(n) : "memory");
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(SMEM(buf + 1024)), "l"(in), "r"(n), "r"(SMEM(&bar)) : "memory");
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
  }
  while (!done(&bar, 0)) { }
}
