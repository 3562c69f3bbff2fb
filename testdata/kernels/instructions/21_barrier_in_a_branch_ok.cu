//pass
//--blockDim=64 --gridDim=1

// A barrier that half of the block reaches.
__global__ void k(int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}
