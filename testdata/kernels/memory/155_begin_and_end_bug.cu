//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// Pointers into two arrays, as far as gv2 knows: how far apart they are is one number for all threads.
__global__ void scan(const int *begin, const int *end, int *out) {
  __shared__ int s[64];
  int n = end - begin, t = threadIdx.x;
  s[t] = t < n ? begin[t] : 0;
  __syncthreads();
  if (begin + t < end) {
    if (t + n < 64 && n > 0) out[t] = s[t];
    __syncthreads();  // want "barrier divergence"
    if (begin - end == -n) s[t] = 2 * t;
    __syncthreads();
  }
  if (n == t) out[64] = s[63 - t];
}
