//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=*
// The reduction may read the tile as it was before the writes, which go another way to memory.
#include <cuda/ptx>
namespace ptx = cuda::ptx;
__global__ void k(const int *in, int *out) {
  __shared__ alignas(16) int tile[64];
  int t = threadIdx.x;
  tile[t] = in[blockIdx.x * 64 + t];  // want "race on tile"
  __syncthreads();
  if (t == 0) {
    ptx::cp_reduce_async_bulk(ptx::space_global, ptx::space_shared, ptx::op_add, out, tile, 256);  // may "race on tile"
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
  }
}
