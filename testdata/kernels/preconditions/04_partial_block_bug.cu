//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// The last round of the loop has fewer threads, unless n is a multiple of the block. Safe if n % 64 == 0.
__global__ void rounds(const int *in, int *out, int n) {
  __shared__ int tile[64];
  int t = threadIdx.x;
  for (int first = 0; first < n; first += 64) {
    if (first + t < n) {
      tile[t] = in[first + t];
      __syncthreads();  // want "barrier divergence"
      out[first + t] = tile[63 - t];
      __syncthreads();  // may "barrier divergence"
    }
  }
}
