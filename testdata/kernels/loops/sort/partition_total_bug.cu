//xfail:NOT_ALL_VERIFIED
//--blockDim=128 --gridDim=1
// Partition in two: what is small goes to the front, the rest behind all but the last one.
#define B 128

__global__ void partition(const int *in, int *out, int pivot) {
  __shared__ int sum[B];
  int t = threadIdx.x;
  int x = in[t];
  int small = x < pivot;
  sum[t] = small;
  __syncthreads();
  for (int d = 1; d < B; d <<= 1) {
    int v = t >= d ? sum[t - d] : 0;
    __syncthreads();
    sum[t] += v;
    __syncthreads();
  }
  int total = sum[B - 2];
  if (small)
    out[sum[t] - 1] = x;  // want "race on out"
  else
    out[total + t - sum[t]] = x;  // want "race on out"
}
