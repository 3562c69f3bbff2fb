//pass
//--blockDim=32 --gridDim=1
// The halves of a warp run different code, each with its own __syncwarp, and meet at the end.
// Proved: an exchange within a half by its mask, the exchange across halves by the full one.
__global__ void halves(const int *in, int *out) {
  __shared__ int s[32];
  int lane = threadIdx.x;
  s[lane] = in[lane];
  int v;
  if (lane < 16) {
    __syncwarp(0xffff);
    v = s[15 - lane];
  } else {
    __syncwarp(0xffff0000);
    v = s[47 - lane] * 2;
  }
  __syncwarp();
  s[lane] = v;
  __syncwarp();
  out[lane] = s[31 - lane];
}
