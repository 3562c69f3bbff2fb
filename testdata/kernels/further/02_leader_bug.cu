//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// The leader publishes what all threads read in the next round, and a barrier is missing behind
// that: each line of the leader's races with those that read.
__global__ void rounds(const int *in, int *out, int n) {
  __shared__ int best, last;
  if (threadIdx.x == 0) {
    best = 0;
    last = 0;
  }
  __syncthreads();
  for (int r = 0; r < n; r++) {
    int b = best;                // want "race on best"
    int l = last;                // want "race on last"
    out[threadIdx.x] = b + l;
    __syncthreads();
    if (threadIdx.x == 0) {
      best = in[r];              // want "race on best"
      last = in[r] + r;          // want "race on last"
    }
  }
}
