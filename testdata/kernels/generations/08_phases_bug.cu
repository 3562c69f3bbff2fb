//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
__global__ void k(const int *in, int *out, int n, int m) {
  __shared__ int buf[32];
  __shared__ int sum[32];
  int lane = threadIdx.x % 32;
  for (int p = 0; p < m; ++p) {
    if (threadIdx.x < 32) {
      for (int i = 0; i < n; ++i) {
        asm volatile("bar.sync 2, 64;" ::: "memory");
        buf[lane] = in[i * 32 + lane];
        asm volatile("bar.arrive 1, 64;" ::: "memory");
      }
    } else {
      asm volatile("bar.arrive 2, 64;" ::: "memory");  // want "generation"
      for (int i = 0; i < n; ++i) {
        asm volatile("bar.sync 1, 64;" ::: "memory");
        sum[lane] += buf[31 - lane];
        asm volatile("bar.arrive 2, 64;" ::: "memory");
      }
    }
    __syncthreads();
    if (threadIdx.x < 32) out[p * 32 + lane] = sum[31 - lane];
    __syncthreads();
  }
}
