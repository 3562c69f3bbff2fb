//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// Threads without an element have left before the barrier.
__global__ void early(const int *in, int *out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = 0;
  if (t >= n)
    return;
  s[t] = in[t];
  __syncthreads(); // want "barrier divergence"
  out[t] = s[63 - t];
}
