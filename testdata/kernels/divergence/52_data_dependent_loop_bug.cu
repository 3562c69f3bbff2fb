//xfail:NOT_ALL_VERIFIED
//--blockDim=32 --gridDim=1
// The number of rounds must be agreed on before anybody waits.
__global__ void rounds(const int *count, int *out) {
  __shared__ int s[32];
  __shared__ int most;
  int t = threadIdx.x, acc = 0;
  if (t == 0) most = 0;
  __syncthreads();
  atomicMax(&most, count[t]);
  __syncthreads();
  int last = count[t];
  for (int r = 0; r < last; ++r) {
    s[t] = r + t;  // may "race on s"
    __syncthreads();  // want "barrier divergence"
    acc += s[(t + r) & 31];  // may "race on s"
    __syncthreads();  // may "barrier divergence"
  }
  out[t] = acc;
}
