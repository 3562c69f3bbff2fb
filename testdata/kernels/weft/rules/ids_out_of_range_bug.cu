//xfail:NOT_ALL_VERIFIED
//--blockDim=480 --gridDim=1
// Fifteen warps sync alone on barriers of their own, all of them by barrier 0.
// Refuted: the wrap-around is forgotten, and warp 14 comes to barrier 16.
__global__ void rotate(const int *in, int *out) {
  __shared__ int s[480];
  const int t = threadIdx.x, w = t >> 5, base = t & ~31;
  s[t] = in[t];
  for (int turn = 0; turn < 15; ++turn) {
    asm volatile("bar.sync %0, 32;" ::"r"(1 + w + turn) : "memory");  // want "16"
    int v = s[base + ((t + 1) & 31)];
    __syncthreads();
    s[t] = v;
  }
  out[t] = s[t];
}
