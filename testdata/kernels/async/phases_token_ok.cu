//pass
//--blockDim=64 --gridDim=1
// Each thread waits for the phase of its own arrival, in any number of rounds.
#include <cuda/barrier>
#pragma nv_diag_suppress static_var_with_dynamic_init
__global__ void k(const int *in, int *out, int n) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ int s[2][64];
  int t = threadIdx.x, acc = 0;
  if (t == 0) init(&bar, 64);
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    s[i % 2][t] = in[i * 64 + t];
    bar.wait(bar.arrive());
    acc += s[i % 2][63 - t];
  }
  out[t] = acc;
}
