//pass
//--blockDim=96 --gridDim=1
// The consumer owes nothing: an arrive before its loop lets the producer fill the buffer for the first time.
__global__ void k(const int *in, int *out, int n) {
  __shared__ int buf[64];
  int lane = threadIdx.x % 32;
  int warp = threadIdx.x / 32;
  if (warp == 0) {
    for (int i = 0; i < n; ++i) {
      asm volatile("bar.sync 2, 96;" ::: "memory");
      buf[lane] = in[i * 64 + lane];
      buf[lane + 32] = in[i * 64 + lane + 32];
      asm volatile("bar.arrive 1, 96;" ::: "memory");
    }
  } else {
    asm volatile("bar.arrive 2, 96;" ::: "memory");
    for (int i = 0; i < n; ++i) {
      asm volatile("bar.sync 1, 96;" ::: "memory");
      out[i * 64 + threadIdx.x - 32] = buf[95 - threadIdx.x];
      asm volatile("bar.arrive 2, 96;" ::: "memory");
    }
  }
}
