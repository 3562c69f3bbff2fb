//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=2
// Results are stored by way of two stages in turn, for every number of rounds; nothing waits until a store has read its stage.
#include <cuda.h>
#include <cuda/barrier>
namespace cde = cuda::device::experimental;

__global__ void store(const __grid_constant__ CUtensorMap map, const int *in, int n) {
  __shared__ alignas(128) int stage[2][64];
  int t = threadIdx.x;
  for (int i = 0; i < n; i++) {
    __syncthreads();
    stage[i % 2][t] = in[blockIdx.x * 64 + t] + i;  // want "race on stage"
    cde::fence_proxy_async_shared_cta();
    __syncthreads();
    if (t == 0) {
      cde::cp_async_bulk_tensor_2d_shared_to_global(&map, i * 64, blockIdx.x, stage[i % 2]);  // want "race on stage"
      cde::cp_async_bulk_commit_group();
    }
  }
  if (t == 0) cde::cp_async_bulk_wait_group_read<0>();
}
