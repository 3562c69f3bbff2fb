//xfail:NOT_ALL_VERIFIED
//--blockDim=32 --gridDim=1

// The steps of a reduction within a warp.
__global__ void k(int *out, const int *in) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];  // want "race on s"
  s[t + 32] = in[t + 32];  // want "race on s"
  for (int n = 16; n > 0; n /= 2) {
    int v = s[t + n];  // want "race on s"
    s[t] += v;  // want "race on s"
  }
  if (t == 0) *out = s[0];
}
