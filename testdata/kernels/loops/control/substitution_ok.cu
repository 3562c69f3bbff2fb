//pass
//--blockDim=64 --gridDim=1
// Back substitution: the last unknown first, each is used by those before it.
__global__ void back_substitute(const float *u, float *x, int n) {
  __requires(n <= 64);
  __shared__ float b[64];
  int t = threadIdx.x;
  if (t < n) b[t] = x[t];
  for (int k = n - 1; k >= 0; --k) {
    __syncthreads();
    if (t == k) b[k] /= u[k * n + k];
    __syncthreads();
    if (t < k) b[t] -= u[t * n + k] * b[k];
  }
  if (t < n) x[t] = b[t];
}
