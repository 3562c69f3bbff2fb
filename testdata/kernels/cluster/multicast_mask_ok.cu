//pass
//--blockDim=32 --gridDim=4 --clusterDim=2
// The first block of each cluster sends 128 bytes to all blocks that its mask names; there are two.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__device__ unsigned address(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }

__global__ void spread(int *out, const int *in) {
  __shared__ unsigned long long full;
  __shared__ alignas(16) int tile[32];
  auto cluster = cg::this_cluster();
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(address(&full)) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 128;" ::"r"(address(&full)) : "memory");
  }
  cluster.sync();
  if (cluster.block_rank() == 0 && threadIdx.x == 0)
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], 128, [%2], %3;" ::"r"(address(tile)), "l"(in), "r"(address(&full)), "h"((unsigned short)3) : "memory");
  asm volatile(
      "{\n\t"
      ".reg .pred done;\n"
      "WAIT:\n\t"
      "mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 done, [%0], 0;\n\t"
      "@done bra DONE;\n\t"
      "bra WAIT;\n"
      "DONE:\n\t"
      "}" ::"r"(address(&full)) : "memory");
  out[blockIdx.x * 32 + threadIdx.x] = tile[31 - threadIdx.x];
  cluster.sync();
}
