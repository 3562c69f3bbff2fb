//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=2
// The memory of a box is written again while the copy may read it.
#include <cuda.h>
#include <cuda/barrier>
namespace cde = cuda::device::experimental;

__global__ void store(const __grid_constant__ CUtensorMap map, const int *in) {
  __shared__ alignas(128) int tile[64];
  int t = threadIdx.x;
  for (int i = 0; i < 3; i++) {
    tile[t] = in[blockIdx.x * 64 + t] + i;  // want "race on tile"
    cde::fence_proxy_async_shared_cta();
    __syncthreads();
    if (t == 0) {
      cde::cp_async_bulk_tensor_2d_shared_to_global(&map, i * 64, blockIdx.x, tile);  // want "race on tile"
      cde::cp_async_bulk_commit_group();
    }
    __syncthreads();
  }
  if (t == 0) cde::cp_async_bulk_wait_group_read<0>();
}
