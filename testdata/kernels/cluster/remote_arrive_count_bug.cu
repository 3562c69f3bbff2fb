//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=4 --clusterDim=2
// The barrier expects one block only. A block gets a value from each thread of both blocks, which arrive at its barrier, as CUTLASS's ClusterBarrier does.
struct ClusterBarrier {
  unsigned long long state;
  __device__ unsigned address() const { return (unsigned)__cvta_generic_to_shared(&state); }
  __device__ void init(unsigned count) const {
    asm volatile("{\n\tmbarrier.init.shared::cta.b64 [%1], %0;\n\t}" ::"r"(count), "r"(address()));
  }
  __device__ void arrive(unsigned rank) const {
    asm volatile(  // want "not ordered after generation 1"
        "{\n\t"
        ".reg .b32 remote;\n\t"
        "mapa.shared::cluster.u32 remote, %0, %1;\n\t"
        "mbarrier.arrive.shared::cluster.b64 _, [remote];\n\t"
        "}" ::"r"(address()), "r"(rank));
  }
  __device__ void wait(unsigned parity) const {
    asm volatile(  // want "wait by parity for generation 1"
        "{\n\t.reg .pred p;\n\t"
        "LAB_WAIT:\n\t"
        "mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n\t"
        "@p bra DONE;\n\t"
        "bra LAB_WAIT;\n\t"
        "DONE:\n\t}" ::"r"(address()), "r"(parity));
  }
};

__device__ void st_remote(unsigned address, int value) {
  asm volatile("st.shared::cluster.s32 [%0], %1;" ::"r"(address), "r"(value) : "memory");  // want "write-read race on part"
}

__global__ void gather(const int *in, int *out) {
  __shared__ int part[2][64];
  __shared__ ClusterBarrier full;
  unsigned rank, t = threadIdx.x;
  asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  if (t == 0) full.init(64);
  asm volatile("barrier.cluster.arrive.release.aligned;\n\tbarrier.cluster.wait.acquire.aligned;" ::: "memory");
  for (unsigned to = 0; to < 2; to++) {
    unsigned own = (unsigned)__cvta_generic_to_shared(&part[rank][t]), remote;
    asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(remote) : "r"(own), "r"(to));
    st_remote(remote, in[blockIdx.x * 128 + to * 64 + t]);
    full.arrive(to);
  }
  full.wait(0);
  out[blockIdx.x * 64 + t] = part[0][63 - t] + part[1][63 - t];  // want "write-read race on part"
}
