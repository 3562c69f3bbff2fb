//--blockDim=64 --gridDim=1
__global__ void k(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;
  /* the barrier is never reached, as this comment does not end
  __syncthreads();
  out[t] = s[63 - t];
}
