//pass
//--blockDim=64 --gridDim=2
// A box is stored in each round, and its memory is written again when that has been read.
#include <cuda.h>
#include <cuda/barrier>
namespace cde = cuda::device::experimental;

__global__ void store(const __grid_constant__ CUtensorMap map, const int *in) {
  __shared__ alignas(128) int tile[64];
  int t = threadIdx.x;
  for (int i = 0; i < 3; i++) {
    tile[t] = in[blockIdx.x * 64 + t] + i;
    cde::fence_proxy_async_shared_cta();
    __syncthreads();
    if (t == 0) {
      cde::cp_async_bulk_tensor_2d_shared_to_global(&map, i * 64, blockIdx.x, tile);
      cde::cp_async_bulk_commit_group();
      cde::cp_async_bulk_wait_group_read<0>();
    }
    __syncthreads();
  }
}
