//xfail:NOT_ALL_VERIFIED
//--blockDim=128 --gridDim=1
// The next bit's flags replace the sums that others still look up.
#define B 128

__global__ void split_sort(unsigned int *keys, int *rank, int bits) {
  __shared__ int sum[B];
  int t = threadIdx.x;
  unsigned int mine = keys[t];
  int at = t;
  for (int bit = 0; bit < bits; bit++) {
    int one = (mine >> bit) & 1;
    sum[t] = 1 - one;  // want "race on sum"
    __syncthreads();
    for (int d = 1; d < B; d <<= 1) {
      int v = t >= d ? sum[t - d] : 0;
      __syncthreads();
      sum[t] += v;
      __syncthreads();
    }
    int zeros = sum[B - 1];  // want "race on sum"
    at += one ? zeros + t - sum[t] : sum[t] - 1;
  }
  rank[t] = at;
}
