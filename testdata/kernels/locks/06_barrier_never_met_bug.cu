//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// Some threads come to the second barrier.
__global__ void check(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t] & 3;
  __syncthreads();
  if (s[t ^ 1] == 2) __syncthreads();  // want "barrier divergence"
  out[t] = s[t];
}
