//pass
//--blockDim=64 --gridDim=1 --check-array-bounds

// Every index is inside, in a kernel with a named barrier.
__global__ void k(int *out, const int *in, int n) {
  __shared__ int s[32];
  int t = threadIdx.x, lane = t % 32;
  for (int r = 0; r < n; r++) {
    if (t < 32) {
      asm volatile("bar.sync 2, 64;" ::: "memory");
      s[lane] = in[r];
      asm volatile("bar.arrive 1, 64;" ::: "memory");
    } else {
      asm volatile("bar.arrive 2, 64;" ::: "memory");
      asm volatile("bar.sync 1, 64;" ::: "memory");
      out[lane] = s[t - 32];
    }
  }
}
