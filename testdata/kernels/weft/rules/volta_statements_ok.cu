//pass
//--blockDim=128 --gridDim=1 --barrier-rule=volta
// Both roles call __syncthreads, each in its own branch.
// Proved: under the rule of sm_70 and later the statements may differ, and every warp comes twice.
__global__ void roles(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < 64) {
    s[t] = in[t];
    __syncthreads();
    __syncthreads();
    out[t] = s[t];
  } else {
    __syncthreads();
    s[t - 64] += s[t - 64];
    __syncthreads();
  }
}
