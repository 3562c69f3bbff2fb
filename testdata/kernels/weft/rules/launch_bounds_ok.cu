//pass
//--gridDim=2
// The block size comes from __launch_bounds__; two blocks work on rows of their own.
// Proved: barriers belong to one block, and the rows of the blocks do not overlap.
constexpr int kThreads = 64;

__global__ void __launch_bounds__(kThreads, 4) rows(const int *in, int *out) {
  __shared__ int s[kThreads / 2];
  const int lane = threadIdx.x % 32, base = blockIdx.x * 32;
  if (threadIdx.x < 32) {
    s[lane] = in[base + lane];
    asm volatile("bar.arrive 1, %0;" ::"r"(kThreads) : "memory");
  } else {
    asm volatile("bar.sync 1, %0;" ::"r"(kThreads) : "memory");
    out[base + lane] = s[31 - lane];
  }
}
