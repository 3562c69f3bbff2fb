//pass
//--blockDim=96 --gridDim=1
// Three warps keep to their barriers.
__global__ void stages(const int *in, int *out, int n) {
  __shared__ int a[32], b[32];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  for (int i = 0; i < n; ++i) {
    if (warp == 0) {
      a[(lane + n) & 31] = in[i * 32 + lane];
      b[lane] = in[i * 32 + lane];
      asm volatile("bar.sync 1, 96;" ::: "memory");
      asm volatile("bar.sync 3, 96;" ::: "memory");
    } else if (warp == 1) {
      asm volatile("bar.sync 1, 96;" ::: "memory");
      out[i * 32 + lane] = a[lane] + b[31 - lane];
      asm volatile("bar.sync 3, 96;" ::: "memory");
    } else {
      asm volatile("bar.sync 1, 96;" ::: "memory");
      out[(n + i) * 32 + lane] = b[lane];
      asm volatile("bar.sync 3, 96;" ::: "memory");
    }
  }
}
