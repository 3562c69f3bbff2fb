//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// A scan that lacks its last barrier in the loop: places are found by sums that may be
// wrong.
__global__ void compact(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  int keep = in[t] & 1;
  s[t] = keep;
  __syncthreads();
  for (int d = 1; d < 64; d *= 2) {
    int v = t >= d ? s[t - d] : 0;  // want "race on s"
    __syncthreads();
    s[t] += v;  // want "race on s"
  }
  __syncthreads();
  if (keep) out[s[t] - 1] = t;
}
