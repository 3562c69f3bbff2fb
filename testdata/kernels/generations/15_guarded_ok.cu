//pass
//--blockDim=64 --gridDim=1
// The producer does not wait before its first write, the consumer does not free the buffer after its last read.
__global__ void k(const int *in, int *out, int n) {
  __shared__ int buf[32];
  int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    for (int i = 0; i < n; ++i) {
      if (i > 0) asm volatile("bar.sync 2, 64;" ::: "memory");
      buf[lane] = in[i * 32 + lane];
      asm volatile("bar.arrive 1, 64;" ::: "memory");
    }
  } else {
    for (int i = 0; i < n; ++i) {
      asm volatile("bar.sync 1, 64;" ::: "memory");
      out[i * 32 + lane] = buf[31 - lane];
      if (i < n - 1) asm volatile("bar.arrive 2, 64;" ::: "memory");
    }
  }
}
