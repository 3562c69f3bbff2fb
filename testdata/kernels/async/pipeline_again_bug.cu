//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// The next pipeline is made while threads may use the last one.
#include <cuda/pipeline>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__device__ void stage(const int *in, int *out, int *tile) {
  auto block = cg::this_thread_block();
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 1> state;
  auto pipe = cuda::make_pipeline(block, &state);
  int t = threadIdx.x;
  pipe.producer_acquire();
  cuda::memcpy_async(&tile[t], in + t, sizeof(int), pipe);
  pipe.producer_commit();
  pipe.consumer_wait();
  out[t] = tile[63 - t];
  pipe.consumer_release();  // want "is not ordered after generation 1"
}
__global__ void k(const int *in, int *out) {
  __shared__ int tile[64];
  stage(in, out, tile);
  stage(in + 64, out + 64, tile);
}
