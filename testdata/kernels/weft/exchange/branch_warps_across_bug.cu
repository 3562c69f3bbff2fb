//xfail:NOT_ALL_VERIFIED
//--blockDim=32 --gridDim=1
// The halves of a warp run different code, each with its own __syncwarp, and meet at the end.
// Refuted: the lower half reads a cell of the upper half, which its mask leaves out.
__global__ void halves(const int *in, int *out) {
  __shared__ int s[32];
  int lane = threadIdx.x;
  s[lane] = in[lane];  // want "race on s"
  int v;
  if (lane < 16) {
    __syncwarp(0xffff);
    v = s[16 - lane];  // want "race on s"
  } else {
    __syncwarp(0xffff0000);
    v = s[47 - lane] * 2;
  }
  __syncwarp();
  s[lane] = v;
  __syncwarp();
  out[lane] = s[31 - lane];
}
