//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// Chunk by chunk through shared memory: nothing keeps the next chunk from being written while this
// one is read.
__global__ void chunks(const int *in, int *out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  for (int base = 0; base < n; base += 64) {
    s[t] = in[base + t];             // want "race on s"
    __syncthreads();
    int sum = 0;
    for (int j = 0; j <= t; j++) {
      sum += s[j];                   // want "race on s"
    }
    out[base + t] = sum;
  }
}
