//pass
//--blockDim=64 --gridDim=1
// Odd and even lanes go their own ways for an unknown number of rounds: each reads what another lane of its kind wrote.
__global__ void rounds(const int *in, int *out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x, lane = t % 32, v = in[t];
  unsigned mine = (lane & 1) ? 0xaaaaaaaau : 0x55555555u;
  for (int i = 0; i < n; ++i) {
    s[t] = v;
    __syncwarp(mine);
    v += s[t ^ 2];
    __syncwarp(mine);
  }
  out[t] = v;
}
