//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// Each thread writes its word and reads another one's behind the barrier.
// Refuted: nothing keeps the others from arriving before thread 0 has initialised the barrier.
#include <cuda/barrier>
#include <utility>
using barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void exchange(const int *in, int *out) {
  __shared__ barrier bar;
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t == 0) init(&bar, 64);  // want "race on bar"
  s[t] = in[t];
  bar.arrive_and_wait();  // may "race on bar"
  out[t] = s[63 - t];
}
