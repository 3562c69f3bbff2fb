//xfail:NOT_ALL_VERIFIED
//--blockDim=128 --gridDim=1
// One step of a radix sort: an exclusive scan of the zeros by Blelloch's two sweeps
// gives the places of the zeros, and by what is left over those of the ones.
#define B 128

__global__ void split(const unsigned int *keys, unsigned int *sorted, int bit) {
  __shared__ unsigned int zeros[B];
  __shared__ unsigned int total;
  unsigned int t = threadIdx.x, key = keys[t];
  bool one = key & (1u << bit);
  zeros[t] = !one;
  for (unsigned int d = 1; d < B; d *= 2) {
    __syncthreads();
    unsigned int i = 2 * d * (t + 1) - 1;
    if (i < B) zeros[i] += zeros[i - d];
  }
  __syncthreads();
  if (t == 0) {
    total = zeros[B - 1] - 1;
    zeros[B - 1] = 0;
  }
  for (unsigned int d = B / 2; d > 0; d /= 2) {
    __syncthreads();
    unsigned int i = 2 * d * (t + 1) - 1;
    if (i < B) {
      unsigned int left = zeros[i - d];
      zeros[i - d] = zeros[i];
      zeros[i] += left;
    }
  }
  __syncthreads();
  unsigned int at = one ? total + t - zeros[t] : zeros[t];
  sorted[at] = key;  // want "race on out"
}
