//pass
//--blockDim=64 --gridDim=1

// The program calls this with n = 16 alone. Say so, so that the exact engine can execute it.
__global__ void sums(float *out, const float *in, int n) {
  __requires(n == 16);
  __shared__ float s[64];
  int t = threadIdx.x;
  float sum = 0;
  for (int i = 0; i < n; i++) {
    s[t] = in[64 * i + t];
    __syncthreads();
    sum += s[63 - t];
    __syncthreads();
  }
  out[t] = sum;
}
