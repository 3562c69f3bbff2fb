//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=2 --clusterDim=2
// Each block loads its half for itself alone, and expects both.
#include <cuda.h>
#define STAGES 2
#define HALF 64

__device__ unsigned shared_address(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }

__device__ unsigned rank_in_cluster() {
  unsigned rank;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  return rank;
}

__device__ void cluster_sync() {
  asm volatile("barrier.cluster.arrive.release.aligned;\n\tbarrier.cluster.wait.acquire.aligned;" ::: "memory");  // want "deadlock"
}

__device__ void init(unsigned long long *bar, unsigned count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(bar)), "r"(count) : "memory");
}

__device__ void expect(unsigned long long *bar, unsigned bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(bar)), "r"(bytes) : "memory");
}

__device__ void arrive(unsigned long long *bar, unsigned rank) {
  asm volatile(
      "{\n\t.reg .b32 remote;\n\t"
      "mapa.shared::cluster.u32 remote, %0, %1;\n\t"
      "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [remote];\n\t}" ::"r"(shared_address(bar)),
      "r"(rank)
      : "memory");
}

__device__ bool try_wait(unsigned long long *bar, unsigned parity) {
  unsigned done;
  asm volatile(
      "{\n\t.reg .pred done;\n\t"
      "mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 done, [%1], %2;\n\t"
      "selp.u32 %0, 1, 0, done;\n\t}"
      : "=r"(done)
      : "r"(shared_address(bar)), "r"(parity)
      : "memory");
  return done;
}

__device__ void wait(unsigned long long *bar, unsigned parity) {
  while (!try_wait(bar, parity)) {  // want "deadlock"
  }
}

// The box at (x, y) goes to the same place in the blocks of the mask, and its bytes to their barriers.
__device__ void load(void *to, const CUtensorMap *map, int x, int y, unsigned long long *bar, unsigned short mask) {
  asm volatile(
      "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1, {%3, %4}], [%2], %5;" ::"r"(
          shared_address(to)),
      "l"(map), "r"(shared_address(bar)), "r"(x), "r"(y), "h"(mask)
      : "memory");
}

__global__ void k(const __grid_constant__ CUtensorMap map, float *out, int n) {
  __requires(__box_bytes(&map) == HALF * 4);
  __shared__ alignas(128) float tile[STAGES][2 * HALF];
  __shared__ unsigned long long full[STAGES], empty[STAGES];
  unsigned rank = rank_in_cluster();
  int t = threadIdx.x;
  if (t == 0) {
    for (int s = 0; s < STAGES; s++) {
      init(&full[s], 1);
      init(&empty[s], 2);
    }
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  cluster_sync();
  if (t < 32) {
    if (t == 0)
      for (int i = 0; i < n; i++) {
        int s = i % STAGES;
        wait(&empty[s], ((i / STAGES) & 1) ^ 1);
        expect(&full[s], 2 * HALF * 4);
        load(&tile[s][rank * HALF], &map, 0, 2 * i + rank, &full[s], 1 << rank);
      }
  } else {
    float sum = 0;
    for (int i = 0; i < n; i++) {
      int s = i % STAGES;
      wait(&full[s], (i / STAGES) & 1);
      for (int j = 0; j < 2 * HALF; j += 32) sum += tile[s][j + t - 32];
      __syncwarp();
      if (t < 34) arrive(&empty[s], t - 32);
    }
    out[blockIdx.x * 32 + t - 32] = sum;
  }
  cluster_sync();
}
