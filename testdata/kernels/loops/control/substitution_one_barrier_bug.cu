//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// The unknown is used before it is divided.
__global__ void back_substitute(const float *u, float *x, int n) {
  __requires(n <= 64);
  __shared__ float b[64];
  int t = threadIdx.x;
  if (t < n) b[t] = x[t];
  for (int k = n - 1; k >= 0; --k) {
    __syncthreads();
    if (t == k) b[k] /= u[k * n + k];  // want "race on b"
    if (t < k) b[t] -= u[t * n + k] * b[k];  // want "race on b"
  }
  if (t < n) x[t] = b[t];
}
