//xfail:data-race
//--blockDim=64 --gridDim=1

// The same question. Which CHECK is followed by which LOG here, and in which state of the log?
__global__ void window(int *out, const int *in) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  int left = s[t > 0 ? t - 1 : 0], right = s[t < 63 ? t + 1 : 63];
  __syncthreads();
  s[t] = left + right;
  out[t] = s[t];
}
