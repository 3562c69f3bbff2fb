//xfail:NOT_ALL_VERIFIED
//--blockDim=128 --gridDim=1
// Radix partition by prefix sums, bit after bit: each element goes to the number
// of zeros before it, or behind all zeros to the number of ones. Safe because the
// places of a prefix sum are all different.
#define B 128

__global__ void split_sort(unsigned int *keys, int bits) {
  __shared__ unsigned int key[B];
  __shared__ int sum[B];
  int t = threadIdx.x;
  key[t] = keys[t];
  __syncthreads();
  for (int bit = 0; bit < bits; bit++) {
    unsigned int mine = key[t];
    int one = (mine >> bit) & 1;
    sum[t] = 1 - one;
    __syncthreads();
    for (int d = 1; d < B; d <<= 1) {
      int v = t >= d ? sum[t - d] : 0;
      __syncthreads();
      sum[t] += v;
      __syncthreads();
    }
    int zeros = sum[B - 1];
    int at = one ? zeros + t - sum[t] : sum[t];
    key[at] = mine;  // want "race on key"
    __syncthreads();
  }
  keys[t] = key[t];
}
