//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// Two rounds over one barrier.
// Refuted: the second round waits with the token of the first, whose phase is long over.
#include <cuda/barrier>
#include <utility>
using barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void exchange(const int *in, int *out) {
  __shared__ barrier bar;
  __shared__ int s[2][64];
  int t = threadIdx.x;
  if (t == 0) init(&bar, 64);
  __syncthreads();
  s[0][t] = in[t];
  barrier::arrival_token first = bar.arrive();
  bar.wait(first);
  s[1][t] = s[0][63 - t];
  barrier::arrival_token second = bar.arrive();
  bar.wait(first);  // want "its token is no longer valid"
  out[t] = s[1][63 - t];  // may "race on s"
}
