//pass
//--blockDim=64 --gridDim=1
// A barrier in shared memory with arrival and wait apart: each thread writes its word, arrives, and reads
// another one's behind its wait. The second phase frees the words again.
#include <cuda/barrier>
#include <utility>
using barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void exchange(const int *in, int *out) {
  __shared__ barrier bar;
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t == 0) init(&bar, blockDim.x);
  __syncthreads();
  for (int i = 0; i < 4; ++i) {
    s[t] = in[i * 64 + t];
    barrier::arrival_token token = bar.arrive();
    out[i * 64 + t] = in[t];
    bar.wait(std::move(token));
    out[i * 64 + t] += s[63 - t];
    bar.arrive_and_wait();
  }
}
