//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
__global__ void rounds(const int *in, int *out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x, lane = t % 32, v = in[t];
  unsigned mine = (lane & 1) ? 0xaaaaaaaau : 0x55555555u;
  for (int i = 0; i < n; ++i) {
    s[t] = v;  // want "race on s"
    __syncwarp(mine);
    v += s[t ^ 1];  // want "race on s"
    __syncwarp(mine);
  }
  out[t] = v;
}
