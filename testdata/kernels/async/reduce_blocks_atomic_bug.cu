//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=4
// A plain write to what other blocks reduce into: only reductions are atomic for reductions.
#include <cuda/ptx>
namespace ptx = cuda::ptx;
__global__ void k(const int *in, int *out) {
  __shared__ alignas(16) int tile[64];
  int t = threadIdx.x;
  if (t == 0 && blockIdx.x == 0)
    out[5] = 1;  // want "race on out"
  tile[t] = in[blockIdx.x * 64 + t];
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (t == 0) {
    ptx::cp_reduce_async_bulk(ptx::space_global, ptx::space_shared, ptx::op_add, out, tile, 256);  // may "race on out"
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
  }
}
