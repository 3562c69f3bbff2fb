//pass
//--blockDim=* --gridDim=1
// The number of elements is an argument, as many as threads.
__global__ void bitonic(float *values, int n) {
  __requires(n == blockDim.x);
  extern __shared__ float s[];
  int tid = threadIdx.x;
  s[tid] = values[tid];
  __syncthreads();
  for (int k = 2; k <= n; k <<= 1) {
    for (int j = k >> 1; j > 0; j >>= 1) {
      int other = tid ^ j;
      if (other > tid && other < n) {
        float a = s[tid], b = s[other];
        if ((a > b) == ((tid & k) == 0)) {
          s[tid] = b;
          s[other] = a;
        }
      }
      __syncthreads();
    }
  }
  values[tid] = s[tid];
}
