//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=4 --clusterDim=2
// Each block waits for its own consumers only before it overwrites the slots of both. A product of matrices in the shape of CUTLASS's kernels for clusters: the tile of A is the same for both blocks, each loads a half
// of it for both (multicast), and a slot is free once the consumers of both blocks have released it.
#define STAGES 2
#define ROUNDS 6
#define HALF 64

__device__ unsigned shared_address(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }

__device__ unsigned rank_in_cluster() {
  unsigned rank;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  return rank;
}

__device__ void cluster_sync() {
  asm volatile("barrier.cluster.arrive.release.aligned;\n\tbarrier.cluster.wait.acquire.aligned;" ::: "memory");
}

struct Barrier {
  unsigned long long state;
  __device__ void init(unsigned count) { asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(&state)), "r"(count) : "memory"); }
  __device__ void expect(unsigned bytes) {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(&state)), "r"(bytes) : "memory");
  }
  __device__ void arrive(unsigned rank) {
    asm volatile(
        "{\n\t.reg .b32 remote;\n\t"
        "mapa.shared::cluster.u32 remote, %0, %1;\n\t"
        "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [remote];\n\t}" ::"r"(shared_address(&state)),
        "r"(rank)
        : "memory");
  }
  __device__ void wait(unsigned parity) {
    asm volatile(
        "{\n\t.reg .pred done;\n"
        "WAIT:\n\t"
        "mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 done, [%0], %1;\n\t"
        "@done bra DONE;\n\tbra WAIT;\n"
        "DONE:\n\t}" ::"r"(shared_address(&state)),
        "r"(parity)
        : "memory");
  }
};

__device__ void load(void *to, const void *from, Barrier *full) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(shared_address(to)), "l"(from),
               "n"(HALF * 4), "r"(shared_address(&full->state))
               : "memory");
}

__device__ void load_multicast(void *to, const void *from, Barrier *full, unsigned short mask) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], %2, [%3], %4;" ::"r"(shared_address(to)),  // want "nothing orders the 256 bytes"
               "l"(from), "n"(HALF * 4), "r"(shared_address(&full->state)), "h"(mask)
               : "memory");
}

__global__ void gemm(const float *A, const float *B, float *C) {
  __shared__ __align__(128) float a[STAGES][2 * HALF];
  __shared__ __align__(128) float b[STAGES][HALF];
  __shared__ Barrier full[STAGES], empty[STAGES];
  unsigned rank = rank_in_cluster(), t = threadIdx.x;
  if (t == 0) {
    for (int s = 0; s < STAGES; s++) {
      full[s].init(1);
      empty[s].init(1);
    }
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  cluster_sync();
  if (t < 32) {
    if (t == 0)
      for (int k = 0; k < ROUNDS; k++) {
        int s = k % STAGES;
        if (k >= STAGES) empty[s].wait((k / STAGES - 1) & 1);
        full[s].expect(3 * HALF * 4);
        load_multicast(&a[s][rank * HALF], A + (k * 2 + rank) * HALF, &full[s], 3);
        load(&b[s][0], B + (blockIdx.x * ROUNDS + k) * HALF, &full[s]);
      }
  } else {
    float sum = 0;
    for (int k = 0; k < ROUNDS; k++) {
      int s = k % STAGES;
      full[s].wait((k / STAGES) & 1);
      for (int i = 0; i < HALF; i += 32) sum += (a[s][i + t - 32] + a[s][HALF + i + t - 32]) * b[s][i + t - 32];  // want "read-write race on a"
      __syncwarp();
      if (t == 32) empty[s].arrive(rank);
    }
    C[blockIdx.x * 32 + t - 32] = sum;
  }
  cluster_sync();
}
