//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// The own element is written after the arrival, so that others may read it too early.
#include <cuda/barrier>
#pragma nv_diag_suppress static_var_with_dynamic_init
__global__ void k(const int *in, int *out, int n) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ int s[2][64];
  int t = threadIdx.x, acc = 0;
  if (t == 0) init(&bar, 64);
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    auto token = bar.arrive();
    s[i % 2][t] = in[i * 64 + t];  // want "race on s"
    bar.wait(std::move(token));
    acc += s[i % 2][63 - t];  // want "race on s"
  }
  out[t] = acc;
}
