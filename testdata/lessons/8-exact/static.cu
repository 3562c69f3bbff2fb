//pass
//--blockDim=1024 --gridDim=1

__global__ void sum(float *out, const float *in) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  s[t] = in[t];
  for (int d = 512; d > 0; d /= 2) {
    __syncthreads();
    if (t < d)
      s[t] += s[t + d];
  }
  if (t == 0)
    *out = s[0];
}
