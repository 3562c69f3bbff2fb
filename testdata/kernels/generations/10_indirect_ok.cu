//pass
//--blockDim=64 --gridDim=1
__global__ void k(const int *in, const int *idx, int *out, int n) {
  __shared__ int buf[1024];
  int lane = threadIdx.x % 32;
  if (threadIdx.x == 0 || (threadIdx.x > 0 && threadIdx.x < 32)) {
    for (int i = 0; i < n; ++i) {
      asm volatile("bar.sync 2, 64;" ::: "memory");
      if (lane == 0) buf[idx[i] & 1023] = in[i];
      asm volatile("bar.arrive 1, 64;" ::: "memory");
    }
  } else {
    asm volatile("bar.arrive 2, 64;" ::: "memory");
    for (int i = 0; i < n; ++i) {
      asm volatile("bar.sync 1, 64;" ::: "memory");
      out[i * 32 + lane] = buf[idx[i] & 1023];
      asm volatile("bar.arrive 2, 64;" ::: "memory");
    }
  }
}
