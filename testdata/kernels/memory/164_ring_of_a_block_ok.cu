//pass
//--blockDim=64 --gridDim=[*,1,1]

// One thread fills four slots, another one empties them; each tells the other how far it is.
__global__ void ring(const int *in, int *out, int n) {
  __shared__ volatile int filled, emptied;
  __shared__ int slot[4];
  if (threadIdx.x == 0) { filled = 0; emptied = 0; }
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int i = 0; i < n; ++i) {
      while (i - emptied >= 4) { }
      __threadfence_block();
      slot[i % 4] = in[i];
      __threadfence_block();
      filled = i + 1;
    }
  } else if (threadIdx.x == 32) {
    for (int i = 0; i < n; ++i) {
      while (filled <= i) { }
      __threadfence_block();
      out[i * gridDim.x + blockIdx.x] = slot[i % 4];
      __threadfence_block();
      emptied = i + 1;
    }
  }
}
