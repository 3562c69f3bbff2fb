//xfail:NOT_ALL_VERIFIED
//--blockDim=512 --gridDim=*
// The k-th largest of each row: eight bits at a time, of the numbers that agree with what is known of it.
// Nothing makes the other threads wait for the next histogram until thread 0 has read this one.
__global__ void select(const unsigned *x, unsigned *kth, int n, int k) {
  __shared__ unsigned hist[256];
  __shared__ unsigned prefix, mask;
  __shared__ int want;
  const unsigned *row = x + (size_t)blockIdx.x * n;
  if (threadIdx.x == 0) prefix = 0, mask = 0, want = k;
  for (int shift = 24; shift >= 0; shift -= 8) {
    if (threadIdx.x < 256) hist[threadIdx.x] = 0; // want "race on hist"
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x)
      if ((row[i] & mask) == prefix) atomicAdd(&hist[(row[i] >> shift) & 255], 1u);
    __syncthreads();
    if (threadIdx.x == 0) {
      int left = want, b = 255;
      for (; b > 0 && (int)hist[b] < left; b--) left -= hist[b]; // want "race on hist"
      want = left;
      prefix |= (unsigned)b << shift;
      mask |= 255u << shift;
    }
  }
  if (threadIdx.x == 0) kth[blockIdx.x] = prefix;
}
