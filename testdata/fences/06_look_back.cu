//--blockDim=1 --gridDim=3
// fences: {10:device 13:device 17:device}
// Decoupled look-back (the scan of CUB): each block waits for the prefix of the one before it.
__device__ volatile int status[3];
__device__ int prefix[3];

__global__ void scan(const int *in, int *out) {
  int b = blockIdx.x, before = 0;
  if (b == 0) {
    prefix[0] = in[0];
    status[0] = 1;
  } else {
    while (status[b - 1] == 0) { }
    before = prefix[b - 1];
    out[b] = before;
    if (b < 2) {
      prefix[b] = before + in[b];
      status[b] = 1;
    }
  }
}
