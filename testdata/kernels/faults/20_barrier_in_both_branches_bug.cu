//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
__global__ void k(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  if (t < 32) {
    __syncthreads();  // want "barrier divergence"
    out[t] = s[63 - t];
  } else {
    __syncthreads();
    out[t] = 2 * s[63 - t];
  }
}
