//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1

// The result of a barrier is the same for all.
__global__ void k(int *out, const int *in) {
  __shared__ int s[64];
  s[threadIdx.x] = in[threadIdx.x];
  if (__syncthreads_or(in[threadIdx.x])) s[threadIdx.x ^ 1] = s[threadIdx.x];  // want "race on s"
}
