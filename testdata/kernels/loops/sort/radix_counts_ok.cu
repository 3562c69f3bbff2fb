//pass
//--blockDim=64 --gridDim=*
// The first half of a radix partition: each thread counts its digits in a column
// of its own, then the columns are added up digit by digit.
#define B 64
#define DIGITS 16

__global__ void digit_offsets(const unsigned int *keys, int *offsets, int n, int shift) {
  __shared__ int count[DIGITS][B];
  int t = threadIdx.x;
  for (int d = 0; d < DIGITS; d++) count[d][t] = 0;
  for (int i = blockIdx.x * B + t; i < n; i += gridDim.x * B) count[(keys[i] >> shift) & (DIGITS - 1)][t]++;
  __syncthreads();
  for (int d = 0; d < DIGITS; d++) {
    for (int s = 1; s < B; s *= 2) {
      int v = t >= s ? count[d][t - s] : 0;
      __syncthreads();
      count[d][t] += v;
      __syncthreads();
    }
  }
  if (t < DIGITS) offsets[blockIdx.x * DIGITS + t] = count[t][B - 1];
}
