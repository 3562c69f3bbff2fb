//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// Two dot products through one scratch array.
__global__ void dot2(const float *a, const float *b, const float *c, float *out) {
  __shared__ float red[64];
  int t = threadIdx.x;
  red[t] = a[t] * b[t];
  __syncthreads();
  for (int s = 32; s > 0; s >>= 1) {
    if (t < s) red[t] += red[t + s];
    __syncthreads();
  }
  float ab = red[0];  // want "read-write race on red"
  red[t] = a[t] * c[t];  // want "read-write race on red"
  __syncthreads();
  for (int s = 32; s > 0; s >>= 1) {
    if (t < s) red[t] += red[t + s];
    __syncthreads();
  }
  out[t] = ab / red[0];
}
