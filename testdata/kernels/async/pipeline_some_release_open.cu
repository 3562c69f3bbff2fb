//--blockDim=96 --gridDim=1
//open data-race "no generation of a barrier is shown to order the write of ring"
// Only some threads release the stage, as the input has it: nothing is shown, and no check of the proof is about an access.
#include <cooperative_groups.h>
#include <cuda/pipeline>
#pragma nv_diag_suppress static_var_with_dynamic_init
__global__ void k(const int *in, int *out, int n) {
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  __shared__ int ring[2][64];
  int t = threadIdx.x;
  auto role = t < 64 ? cuda::pipeline_role::consumer : cuda::pipeline_role::producer;
  auto pipe = cuda::make_pipeline(cooperative_groups::this_thread_block(), &state, role);
  if (t >= 64) {
    for (int i = 0; i < n; ++i) {
      pipe.producer_acquire();
      for (int j = t - 64; j < 64; j += 32)
        cuda::memcpy_async(&ring[i % 2][j], in + i * 64 + j, sizeof(int), pipe);
      pipe.producer_commit();
    }
  } else {
    int acc = 0;
    for (int i = 0; i < n; ++i) {
      pipe.consumer_wait();
      acc += ring[i % 2][63 - t];
if (in[i] > 0)       pipe.consumer_release();
    }
    out[t] = acc;
  }
}
