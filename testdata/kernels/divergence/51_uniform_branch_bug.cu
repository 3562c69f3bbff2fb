//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=4
// A barrier under a parameter and under the block index is uniform.
__global__ void phases(const int *in, int *out, int mode) {
  __shared__ int s[64];
  int t = threadIdx.x, g = blockIdx.x * 64 + t;
  s[t] = in[g];  // may "race on s"
  if (mode == 1) {
    __syncthreads();
    int v = s[63 - t];  // may "race on s"
    __syncthreads();
    s[t] = v;  // may "race on s"
  }
  if (g % 2 == 0) {
    __syncthreads();  // want "barrier divergence"
    out[g] = s[t ^ 1];  // may "race on s"
  } else {
    out[g] = s[t];  // may "race on s"
  }
}
