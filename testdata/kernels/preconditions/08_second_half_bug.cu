//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// Elements beyond the first 64 go one place further, where the first ones are. Safe if n <= 64.
__global__ void spread(const int *in, int *out, int n) {
  int t = threadIdx.x;
  if (t < n) out[t] = in[t];                // want "write-write race on out"
  if (t + 64 < n) out[t + 1] = in[t + 64];  // want "write-write race on out"
}
