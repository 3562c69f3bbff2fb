//pass
//--blockDim=64 --gridDim=1
// A branch that half of the lanes take: the groups of eight that take it are whole.
__global__ void halves(const int *in, int *out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x, lane = t % 32, v = in[t];
  unsigned mine = 0xffu << (lane & 24);
  if (lane < 16) {
    for (int i = 0; i < n; ++i) {
      s[t] = v;
      __syncwarp(mine);
      v += s[(t & ~7) + (t + 1) % 8];
      __syncwarp(mine);
    }
  }
  out[t] = v;
}
