//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=*
// The columns are stored as rows of the wrong length: threads share counters.
#define B 64
#define DIGITS 16

__global__ void digit_offsets(const unsigned int *keys, int *offsets, int n, int shift) {
  __shared__ int count[B * DIGITS];
  int t = threadIdx.x;
  for (int d = 0; d < DIGITS; d++) count[d * B + t] = 0;
  __syncthreads();
  for (int i = blockIdx.x * B + t; i < n; i += gridDim.x * B)
    count[((keys[i] >> shift) & (DIGITS - 1)) + t * (DIGITS - 1)]++;  // want "race on count"
  __syncthreads();
  if (t < DIGITS) offsets[blockIdx.x * DIGITS + t] = count[t * B];
}
