//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// The partner is found by adding: every thread is a partner and has one.
__global__ void bitonic(float *values, int n) {
  __requires(n == blockDim.x);
  extern __shared__ float s[];
  int tid = threadIdx.x;
  s[tid] = values[tid];
  __syncthreads();
  for (int k = 2; k <= n; k <<= 1) {
    for (int j = k >> 1; j > 0; j >>= 1) {
      int other = tid + j;
      if (other < n) {
        float a = s[tid], b = s[other];  // want "race on s"
        s[tid] = fminf(a, b);  // want "race on s"
        s[other] = fmaxf(a, b);  // want "race on s"
      }
      __syncthreads();
    }
  }
  values[tid] = s[tid];
}
