//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// Each thread writes its word, arrives, and reads another one's.
// Refuted: nobody waits for the phase, so that a word may be read before it is written.
#include <cuda/barrier>
#include <utility>
using barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void exchange(const int *in, int *out) {
  __shared__ barrier bar;
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t == 0) init(&bar, blockDim.x);
  __syncthreads();
  s[t] = in[t];  // want "race on s"
  barrier::arrival_token token = bar.arrive();
  out[t] = s[63 - t];  // may "race on s"
}
