//xfail:NOT_ALL_VERIFIED
//--blockDim=96 --gridDim=1
// The consumers release the buffer once more than the producer asks for it.
// Refuted: a row less is released than the producer waits for.
#define N 3
__global__ void leftover(const int *in, int *out) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  if (t < 32) {
    for (int i = 0; i < N; ++i) {
      if (i) asm volatile("bar.sync 2, 96;" ::: "memory");  // want "deadlock"
      s[t] = in[64 * i + t];
      s[t + 32] = in[64 * i + t + 32];
      asm volatile("bar.arrive 1, 96;" ::: "memory");
    }
  } else {
    for (int i = 0; i < N; ++i) {
      asm volatile("bar.sync 1, 96;" ::: "memory");  // want "deadlock"
      out[64 * i + t - 32] = s[95 - t];
      if (i >= 2) asm volatile("bar.arrive 2, 96;" ::: "memory");
    }
  }
}
