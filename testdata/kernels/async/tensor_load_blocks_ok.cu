//pass
//--blockDim=64
// As tensor_load_ok, by any number of blocks, each of which loads boxes of its own.
#include <cuda.h>
#include <cuda/barrier>
namespace cde = cuda::device::experimental;

__global__ void load(const __grid_constant__ CUtensorMap a, const __grid_constant__ CUtensorMap b, int *out) {
  __shared__ alignas(128) int left[64];
  __shared__ alignas(128) int right[2][64];
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  int t = threadIdx.x;
  if (t == 0) {
    init(&bar, 64);
    cde::fence_proxy_async_shared_cta();
  }
  __syncthreads();
  cuda::barrier<cuda::thread_scope_block>::arrival_token token;
  if (t == 0) {
    cde::cp_async_bulk_tensor_2d_global_to_shared(left, &a, 0, blockIdx.x, bar);
    cde::cp_async_bulk_tensor_2d_global_to_shared(right[1], &b, blockIdx.x, 0, bar);
    token = cuda::device::barrier_arrive_tx(bar, 1, sizeof(left) + sizeof(right[1]));
  } else {
    token = bar.arrive();
  }
  bar.wait(std::move(token));
  out[blockIdx.x * 64 + t] = left[63 - t] + right[1][63 - t];
}
