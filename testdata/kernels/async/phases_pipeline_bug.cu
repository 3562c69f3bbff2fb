//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// The stage is released before it is read.
#include <cooperative_groups.h>
#include <cuda/pipeline>
__global__ void k(const int *in, int *out, int n) {
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  __shared__ int ring[2][32];
  int t = threadIdx.x, l = t % 32;
  auto role = t < 32 ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer;
  auto pipe = cuda::make_pipeline(cooperative_groups::this_thread_block(), &state, role);
  if (role == cuda::pipeline_role::producer) {
    for (int i = 0; i < n; ++i) {
      pipe.producer_acquire();
      cuda::memcpy_async(&ring[i % 2][l], in + i * 32 + l, sizeof(int), pipe);  // want "race on ring"
      pipe.producer_commit();
    }
  } else {
    int acc = 0;
    for (int i = 0; i < n; ++i) {
      pipe.consumer_wait();
      pipe.consumer_release();
      acc += ring[i % 2][31 - l];  // want "race on ring"
    }
    out[l] = acc;
  }
}
