//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=[*,1,1]

// The first thread may be five slots ahead, of four.
__global__ void ring(const int *in, int *out, int n) {
  __shared__ volatile int filled, emptied;
  __shared__ int slot[4];
  if (threadIdx.x == 0) { filled = 0; emptied = 0; }
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int i = 0; i < n; ++i) {
      while (i - emptied > 4) { }
      __threadfence_block();
      slot[i % 4] = in[i]; // want "race on slot"
      __threadfence_block();
      filled = i + 1;
    }
  } else if (threadIdx.x == 32) {
    for (int i = 0; i < n; ++i) {
      while (filled <= i) { }
      __threadfence_block();
      out[i * gridDim.x + blockIdx.x] = slot[i % 4]; // want "race on slot"
      __threadfence_block();
      emptied = i + 1;
    }
  }
}
