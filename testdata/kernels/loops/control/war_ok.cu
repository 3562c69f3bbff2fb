//pass
//--blockDim=64 --gridDim=1
// Write, barrier, read, barrier: the second barrier keeps an iteration's write from
// the reads of the one before.
__global__ void relay(const int *in, int *out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x, acc = 0;
  for (int i = 0; i < n; i++) {
    s[t] = in[i * 64 + t];
    __syncthreads();
    acc += s[63 - t];
    __syncthreads();
  }
  out[t] = acc;
}
