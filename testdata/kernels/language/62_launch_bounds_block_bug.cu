//xfail:NOT_ALL_VERIFIED
//--gridDim=2
// The block's size comes from the launch bounds, as no option names it.
__global__ void __launch_bounds__(64) reverse(const int *in, int *out) {
  __shared__ int s[64];
  unsigned t = threadIdx.x;
  s[t] = in[blockIdx.x * 64u + t];
  __syncthreads();
  out[blockIdx.x * 32u + t] = s[63u - t];  // want "write-write race on out"
}
