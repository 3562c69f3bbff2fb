//pass
//--blockDim=96 --gridDim=1
// Chunks of 32 elements: the guards ask where the next chunk begins, and the consumers keep the last one.
__global__ void k(const int *in, int *out, int n) {
  __shared__ int buf[32];
  int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    for (int i = 0; i < n; i += 32) {
      if (i != 0) asm volatile("bar.sync 2, 96;" ::: "memory");
      buf[lane] = in[i + lane];
      asm volatile("bar.arrive 1, 96;" ::: "memory");
    }
  } else {
    int half = threadIdx.x / 64;
    for (int i = 0; i < n; i += 32) {
      asm volatile("bar.sync 1, 96;" ::: "memory");
      out[2 * i + half * 32 + lane] = buf[31 - lane];
      if (i + 32 < n) {
        asm volatile("bar.arrive 2, 96;" ::: "memory");
      }
    }
  }
}
