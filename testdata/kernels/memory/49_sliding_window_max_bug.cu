//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=2
// Sliding maximum over a window of 8, min/max/abs intrinsics.
__global__ void window(const int *in, int *out, int n) {
  __shared__ int s[64 + 8];
  int t = threadIdx.x, base = blockIdx.x * 64;
  s[t] = abs(in[min(base + t, max(n - 1, 0))]);  // may "write-read race on s"
  if (t < 8) s[64 + t] = abs(in[min(base + 64 + t, max(n - 1, 0))]);  // may "write-read race on s"
  int best = s[t];
  for (int k = 1; k < 8; ++k) best = max(best, s[t + k]);  // want "write-read race on s"
  if (base + t < n) out[base + t] = best;
}
