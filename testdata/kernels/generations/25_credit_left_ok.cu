//pass
//--blockDim=128 --gridDim=1
// Two pipelines one after the other on barriers of their own. That the consumers of the
// first give back a credit nobody takes is no fault: its barriers are not used again.
__global__ void k(const int *in, int *out, int n) {
  __shared__ int slot[64];
  int t = threadIdx.x;
  if (t >= 64) {
    for (int i = 0; i < n; i++) {
      asm volatile("bar.sync 2, 128;" ::: "memory");
      slot[t - 64] = in[i * 64 + t - 64];
      asm volatile("bar.arrive 1, 128;" ::: "memory");
    }
  } else {
    asm volatile("bar.arrive 2, 128;" ::: "memory");
    for (int i = 0; i < n; i++) {
      asm volatile("bar.sync 1, 128;" ::: "memory");
      out[i * 64 + t] = slot[63 - t];
      asm volatile("bar.arrive 2, 128;" ::: "memory");
    }
  }
  __syncthreads();
  if (t < 64) {
    for (int i = 0; i < n; i++) {
      slot[t] = out[i * 64 + t];
      asm volatile("bar.sync 3, 128;" ::: "memory");
      asm volatile("bar.sync 4, 128;" ::: "memory");
    }
  } else {
    for (int i = 0; i < n; i++) {
      asm volatile("bar.sync 3, 128;" ::: "memory");
      out[i * 64 + t - 64] = slot[127 - t] + 1;
      asm volatile("bar.sync 4, 128;" ::: "memory");
    }
  }
}
