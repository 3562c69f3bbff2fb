//xfail:NOT_ALL_VERIFIED
//--blockDim=128 --gridDim=1
// Both roles call __syncthreads, each in its own branch.
// Refuted: by the programming guide's rule all threads of the block have to reach the same one.
__global__ void roles(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < 64) {
    s[t] = in[t];
    __syncthreads();  // want "barrier divergence"
    __syncthreads();  // may "barrier divergence"
    out[t] = s[t];
  } else {
    __syncthreads();  // want "barrier divergence"
    s[t - 64] += s[t - 64];
    __syncthreads();  // may "barrier divergence"
  }
}
