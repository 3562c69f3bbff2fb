//pass
//--blockDim=64 --gridDim=1
// One barrier leads each iteration but the first, which has nothing to wait for.
__global__ void relay(const int *in, int *out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x, acc = 0;
  for (int i = 0; i < n; i++) {
    if (i > 0) __syncthreads();
    s[t] = in[i * 64 + t];
    __syncthreads();
    acc += s[63 - t];
  }
  out[t] = acc;
}
