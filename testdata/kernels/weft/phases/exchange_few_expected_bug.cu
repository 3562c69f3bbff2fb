//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// Each thread writes its word, arrives, and reads another one's behind its wait.
// Refuted: the barrier expects half the threads, so that a phase is over when any half has arrived.
#include <cuda/barrier>
#include <utility>
using barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void exchange(const int *in, int *out) {
  __shared__ barrier bar;
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t == 0) init(&bar, blockDim.x / 2);
  __syncthreads();
  s[t] = in[t];
  barrier::arrival_token token = bar.arrive();  // want "not ordered after generation 1"
  bar.wait(std::move(token));  // may "generation"
  out[t] = s[63 - t];  // may "race"
}
