//pass
//--blockDim=64 --gridDim=2
// Two tiles are copied, changed and copied back, by functions of cuda::ptx.
#include <cuda/ptx>
namespace ptx = cuda::ptx;
__global__ void k(const int *in, int *out) {
  __shared__ alignas(128) int tile[2][64];
  __shared__ uint64_t bar[2];
  int t = threadIdx.x;
  if (t == 0) {
    for (int s = 0; s < 2; ++s) ptx::mbarrier_init(&bar[s], 64);
    ptx::fence_proxy_async(ptx::space_shared);
  }
  __syncthreads();
  for (int s = 0; s < 2; ++s) {
    uint64_t token;
    if (t == 0) {
      ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile[s], in + (blockIdx.x * 2 + s) * 64, sizeof(tile[s]), &bar[s]);
      token = ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &bar[s], sizeof(tile[s]));
    } else {
      token = ptx::mbarrier_arrive(&bar[s]);
    }
    while (!ptx::mbarrier_try_wait(&bar[s], token)) {}
    tile[s][t] = 2 * tile[s][t];
  }
  ptx::fence_proxy_async(ptx::space_shared);
  __syncthreads();
  if (t == 0) {
    ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out + blockIdx.x * 128, tile, sizeof(tile));
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>{});
  }
}
