//pass
//--blockDim=32 --gridDim=1

// The steps of a reduction within a warp.
__global__ void k(int *out, const int *in) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  s[t + 32] = in[t + 32];
  __syncwarp();
  for (int n = 16; n > 0; n /= 2) {
    int v = s[t + n];
    __syncwarp();
    s[t] += v;
    __syncwarp();
  }
  if (t == 0) *out = s[0];
}
