//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// Refuted: each barrier gets the token of the other one.
#include <cuda/barrier>
#include <utility>
using barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void exchange(const int *in, int *out) {
  __shared__ barrier one, two;
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t == 0) {
    init(&one, 64);
    init(&two, 64);
  }
  __syncthreads();
  s[t] = in[t];
  auto first = one.arrive();
  auto second = two.arrive();
  one.wait(std::move(second));  // want "a token that no arrive on it has returned"
  two.wait(std::move(first));
  out[t] = s[63 - t];
}
