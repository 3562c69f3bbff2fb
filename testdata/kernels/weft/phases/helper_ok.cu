//pass
//--blockDim=64 --gridDim=1
// Barriers in an array, handed to functions by reference and by pointer, beside a function init of the program.
#include <cuda/barrier>
#include <cuda/std/utility>
using barrier = cuda::barrier<cuda::thread_scope_block>;

__device__ void init(int *p, int n) { p[threadIdx.x] = n; }
__device__ void join(barrier &b) { b.arrive_and_wait(); }
__device__ barrier::arrival_token signal(barrier *b) { return b->arrive(); }

__global__ void both(const int *in, int *out) {
  __shared__ barrier bar[2];
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t == 0) {
    init(&bar[0], 64);
    init(bar + 1, 64);
  }
  __syncthreads();
  init(s, in[t]);
  join(bar[1]);
  out[t] = s[63 - t];
  auto token = signal(bar);
  bar[0].wait(cuda::std::move(token));
  s[t] = 0;
}
