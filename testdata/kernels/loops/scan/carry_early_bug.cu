//xfail:NOT_ALL_VERIFIED
//--blockDim=128 --gridDim=1
// The last thread moves the running sum on while others still add the old one.
#define CHUNK 128

__global__ void long_scan(const int *in, int *out, int n) {
  __shared__ int s[CHUNK];
  __shared__ int carry;
  int t = threadIdx.x;
  if (t == 0) carry = 0;
  __syncthreads();
  for (int base = 0; base < n; base += CHUNK) {
    int i = base + t;
    s[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (int d = 1; d < CHUNK; d *= 2) {
      int v = t >= d ? s[t - d] : 0;
      __syncthreads();
      s[t] += v;
      __syncthreads();
    }
    if (i < n) out[i] = carry + s[t];  // want "race on carry"
    if (t == CHUNK - 1) carry += s[t];  // want "race on carry"
    __syncthreads();
  }
}
