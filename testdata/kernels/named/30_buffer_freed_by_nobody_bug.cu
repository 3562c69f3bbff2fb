//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// The producer tells the consumer that the buffer is full, and nobody tells it that the buffer is free again.
__global__ void k(const int *in, int *out) {
  __shared__ int buffer[32];
  int lane = threadIdx.x & 31;
  if (threadIdx.x < 32) {
    for (int i = 0; i < 8; ++i) {
      buffer[lane] = in[i * 32 + lane];  // want "race on buffer"
      asm volatile("bar.sync 1, 64;" ::: "memory");
    }
  } else {
    for (int i = 0; i < 8; ++i) {
      asm volatile("bar.sync 1, 64;" ::: "memory");
      out[i * 32 + lane] = buffer[31 - lane];  // want "race on buffer"
    }
  }
}
