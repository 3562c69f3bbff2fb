//pass
//--blockDim=64 --gridDim=1
// Chunk by chunk through shared memory, with a barrier on both sides of what reads it.
__global__ void chunks(const int *in, int *out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  for (int base = 0; base < n; base += 64) {
    s[t] = in[base + t];
    __syncthreads();
    int sum = 0;
    for (int j = 0; j <= t; j++) {
      sum += s[j];
    }
    __syncthreads();
    out[base + t] = sum;
  }
}
