//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1

// A barrier that half of the block reaches.
__global__ void k(int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  if (threadIdx.x < 32) __syncthreads();  // want "barrier divergence"
  out[threadIdx.x] = s[threadIdx.x];
}
