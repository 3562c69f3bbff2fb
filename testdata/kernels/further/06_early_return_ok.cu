//pass
//--blockDim=64 --gridDim=1
// Threads without an element go on to the barrier.
__global__ void early(const int *in, int *out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = 0;
  if (t < n)
    s[t] = in[t];
  __syncthreads();
  if (t < n)
    out[t] = s[63 - t];
}
