//pass
//--blockDim=64 --gridDim=1
// All threads reach the barrier, those without an element too.
__global__ void branch(const int *in, int *out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = 0;
  if (t < n) {
    s[t] = in[t];
  }
  __syncthreads();
  out[t] = s[63 - t];
}
