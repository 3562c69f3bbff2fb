//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// Without the second barrier it is safe for one iteration, and racy for two.
__global__ void relay(const int *in, int *out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x, acc = 0;
  for (int i = 0; i < n; i++) {
    s[t] = in[i * 64 + t];  // want "race on s"
    __syncthreads();
    acc += s[63 - t];  // want "race on s"
  }
  out[t] = acc;
}
