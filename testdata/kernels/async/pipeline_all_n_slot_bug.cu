//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// The stage that is filled is the one that is read.
#include <cooperative_groups.h>
#include <cuda/pipeline>
__global__ void k(const int *in, int *out, int n) {
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  __shared__ int ring[2][64];
  int t = threadIdx.x, sum = 0;
  auto pipe = cuda::make_pipeline(cooperative_groups::this_thread_block(), &state);
  pipe.producer_acquire();
  if (0 < n) cuda::memcpy_async(&ring[0][t], in + t, sizeof(int), pipe);
  pipe.producer_commit();
  for (int i = 0; i < n; ++i) {
    pipe.producer_acquire();
    if (i + 1 < n) cuda::memcpy_async(&ring[i % 2][t], in + (i + 1) * 64 + t, sizeof(int), pipe);  // want "race on ring"
    pipe.producer_commit();
    pipe.consumer_wait();
    sum += ring[i % 2][63 - t];  // want "race on ring"
    pipe.consumer_release();
  }
  out[t] = sum;
}
