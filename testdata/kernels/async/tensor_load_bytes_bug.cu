//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=2
// A box has half of the bytes that the barrier expects.
#include <cuda.h>
#include <cuda/barrier>
namespace cde = cuda::device::experimental;

__global__ void load(const __grid_constant__ CUtensorMap map, int *out) {
  __requires(__box_bytes(&map) == 128);
  __shared__ alignas(128) int tile[64];
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  int t = threadIdx.x;
  if (t == 0) {
    init(&bar, 64);
    cde::fence_proxy_async_shared_cta();
  }
  __syncthreads();
  cuda::barrier<cuda::thread_scope_block>::arrival_token token;
  if (t == 0) {
    cde::cp_async_bulk_tensor_2d_global_to_shared(tile, &map, 0, blockIdx.x, bar);
    token = cuda::device::barrier_arrive_tx(bar, 1, sizeof(tile));
  } else {
    token = bar.arrive();
  }
  bar.wait(std::move(token));  // want "deadlock"
  out[blockIdx.x * 64 + t] = tile[63 - t];
}
