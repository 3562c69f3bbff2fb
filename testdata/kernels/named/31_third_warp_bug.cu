//xfail:NOT_ALL_VERIFIED
//--blockDim=96 --gridDim=1
// Two warps keep to their barriers, a third one reads what the first writes: no execution with a loop
// of small length tells of all arrays, since the elements depend on the input.
__global__ void stages(const int *in, int *out, int n) {
  __shared__ int a[32], b[32];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  for (int i = 0; i < n; ++i) {
    if (warp == 0) {
      a[in[lane] & 31] = in[i * 32 + lane]; // may "race on a"
      b[lane] = in[i * 32 + lane];          // want "race on b"
      asm volatile("bar.sync 1, 64;" ::: "memory");
      asm volatile("bar.sync 3, 64;" ::: "memory");
    } else if (warp == 1) {
      asm volatile("bar.sync 1, 64;" ::: "memory");
      out[i * 32 + lane] = a[lane] + b[31 - lane];
      asm volatile("bar.sync 3, 64;" ::: "memory");
    } else
      out[(n + i) * 32 + lane] = b[lane];   // want "race on b"
  }
}
