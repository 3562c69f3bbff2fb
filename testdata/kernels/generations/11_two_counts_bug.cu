//xfail:NOT_ALL_VERIFIED
//--blockDim=160 --gridDim=1
// Barrier 1 serves 128 threads and then all 160, again and again.
__global__ void k(const int *in, int *out, int n) {
  __shared__ int part[128];
  __shared__ int sum;
  int t = threadIdx.x;
  for (int i = 0; i < n; ++i) {
    if (t < 128) {
      part[t] = in[i * 128 + t];
      asm volatile("bar.sync 1, 128;" ::: "memory");
      if (t == 0) sum = part[0] + part[127];
    }
    asm volatile("bar.sync 1, 160;" ::: "memory");  // want "generation"
    if (t >= 128) out[i * 32 + t - 128] = sum;
    asm volatile("bar.sync 2, 160;" ::: "memory");
  }
}
