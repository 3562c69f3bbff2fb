//xfail:NOT_ALL_VERIFIED
//--blockDim=32 --gridDim=2 --clusterDim=2
// Half of the bytes are expected.
__device__ unsigned shared_address(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }

__global__ void swap(const int *in, int *out) {
  __shared__ int a[32];
  __shared__ unsigned long long full;
  unsigned rank, t = threadIdx.x, to, bar;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  if (t == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared_address(&full)) : "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 64;" ::"r"(shared_address(&full)) : "memory");
  }
  asm volatile("barrier.cluster.arrive.release.aligned;\n\tbarrier.cluster.wait.acquire.aligned;" ::: "memory");
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(to) : "r"(shared_address(&a[t])), "r"(rank ^ 1));
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(bar) : "r"(shared_address(&full)), "r"(rank ^ 1));
  asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.s32 [%0], %1, [%2];" ::"r"(to), "r"(in[blockIdx.x * 32 + t]), "r"(bar) : "memory");
  asm volatile(  // want "deadlock"
      "{\n\t.reg .pred done;\n"
      "WAIT:\n\t"
      "mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 done, [%0], 0;\n\t"
      "@done bra DONE;\n\tbra WAIT;\n"
      "DONE:\n\t}" ::"r"(shared_address(&full))
      : "memory");
  out[blockIdx.x * 32 + t] = a[31 - t];
}
