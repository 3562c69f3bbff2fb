//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
__global__ void halves(const int *in, int *out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x, lane = t % 32, v = in[t];
  unsigned mine = 0xffu << (lane & 24);
  if (lane < 12) {
    for (int i = 0; i < n; ++i) {
      s[t] = v;
      __syncwarp(mine);  // want "diverge"
      v += s[(t & ~7) + (t + 1) % 8];
      __syncwarp(mine);
    }
  }
  out[t] = v;
}
