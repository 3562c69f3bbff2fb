//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=4 --clusterDim=2
// Both blocks of a cluster copy their tiles to one place in the first one. (The sums of reductions would be right.)
__global__ void k(const int *in, int *out) {
  __shared__ alignas(16) int tile[64], sums[64];
  __shared__ unsigned long long full;
  unsigned rank, t = threadIdx.x;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  tile[t] = in[blockIdx.x * 64 + t];
  sums[t] = 0;
  if (t == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"((unsigned)__cvta_generic_to_shared(&full)) : "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 512;" ::"r"((unsigned)__cvta_generic_to_shared(&full)) : "memory");
  }
  asm volatile("fence.proxy.async;" ::: "memory");
  asm volatile("barrier.cluster.arrive.release.aligned;\n\tbarrier.cluster.wait.acquire.aligned;" ::: "memory");
  if (t == 0) {
    unsigned to, bar;
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(to) : "r"((unsigned)__cvta_generic_to_shared(sums)), "r"(0));
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(bar) : "r"((unsigned)__cvta_generic_to_shared(&full)), "r"(0));
    asm volatile("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], 256, [%2];" ::"r"(to),  // want "race on sums"
                 "r"((unsigned)__cvta_generic_to_shared(tile)), "r"(bar)
                 : "memory");
  }
  if (rank == 0) {
    asm volatile(
        "{\n\t.reg .pred done;\n"
        "WAIT:\n\t"
        "mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 done, [%0], 0;\n\t"
        "@done bra DONE;\n\tbra WAIT;\n"
        "DONE:\n\t}" ::"r"((unsigned)__cvta_generic_to_shared(&full))
        : "memory");
    out[blockIdx.x / 2 * 64 + t] = sums[t];
  }
  asm volatile("barrier.cluster.arrive.release.aligned;\n\tbarrier.cluster.wait.acquire.aligned;" ::: "memory");
}
