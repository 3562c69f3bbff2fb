//pass
//--blockDim=64 --gridDim=1
// The producer tells the consumer that the buffer is full, and is told by it that the buffer is free again.
__global__ void k(const int *in, int *out) {
  __shared__ int buffer[32];
  int lane = threadIdx.x & 31;
  if (threadIdx.x < 32) {
    for (int i = 0; i < 8; ++i) {
      buffer[lane] = in[i * 32 + lane];
      asm volatile("bar.sync 1, 64;" ::: "memory");
      asm volatile("bar.sync 2, 64;" ::: "memory");
    }
  } else {
    for (int i = 0; i < 8; ++i) {
      asm volatile("bar.sync 1, 64;" ::: "memory");
      out[i * 32 + lane] = buffer[31 - lane];
      asm volatile("bar.sync 2, 64;" ::: "memory");
    }
  }
}
