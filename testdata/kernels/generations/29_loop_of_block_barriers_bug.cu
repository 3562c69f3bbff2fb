//xfail:NOT_ALL_VERIFIED
//--blockDim=96 --gridDim=1
// A pipeline, and behind it a loop with barriers of the block: but warp 1 lets the buffer go before it has read it.
__global__ void k(const int *in, int *out, int n) {
  __shared__ int a[32];
  __shared__ int s[288];
  int t = threadIdx.x;
  if (t >= 64) {
    for (int i = 0; i < n; ++i) {
      a[t - 64] = in[i * 32 + t - 64];  // want "race on a"
      asm volatile("bar.arrive 1, 64;" ::: "memory");
      asm volatile("bar.sync 2, 64;" ::: "memory");
    }
  } else if (t >= 32) {
    for (int i = 0; i < n; ++i) {
      asm volatile("bar.sync 1, 64;" ::: "memory");
      asm volatile("bar.arrive 2, 64;" ::: "memory");
      out[i * 96 + t] = a[63 - t];  // want "race on a"
    }
  }
  for (int i = 0; i < n; ++i) {
    s[(t * 3 + i) % 288] = i;
    __syncthreads();
    out[(n + i) * 96 + t] = s[(285 - t * 3 + i) % 288];
    __syncthreads();
  }
}
