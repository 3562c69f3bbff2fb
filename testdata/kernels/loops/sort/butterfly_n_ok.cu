//pass
//--blockDim=128 --gridDim=1
// The same with its length given by an argument, a power of two.
__global__ void walsh(float *v, int n) {
  __requires(n <= 256 && (n & (n - 1)) == 0);
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = v[t];
  s[t + 128] = v[t + 128];
  for (int half = n >> 1; half > 0; half >>= 1) {
    __syncthreads();
    int lo = t & (half - 1);
    int pos = ((t - lo) << 1) + lo;
    if (pos + half < n) {
      float a = s[pos], b = s[pos + half];
      s[pos] = a + b;
      s[pos + half] = a - b;
    }
  }
  __syncthreads();
  v[t] = s[t];
  v[t + 128] = s[t + 128];
}
