//xfail:NOT_ALL_VERIFIED
//--blockDim=256 --gridDim=1
// Stream compaction: the elements that are wanted go to the number of wanted ones
// before them, by an inclusive scan of the flags.
#define B 256

__global__ void compact(const int *in, int *out, int *count) {
  __shared__ int sum[B];
  int t = threadIdx.x;
  int wanted = in[t] > 0;
  sum[t] = wanted;
  __syncthreads();
  for (int d = 1; d < B; d <<= 1) {
    int v = 0;
    if (t >= d) v = sum[t - d];
    __syncthreads();
    sum[t] += v;
    __syncthreads();
  }
  out[sum[t] - wanted] = in[t];  // want "race on out"
  if (t == B - 1) *count = sum[t];
}
