//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// __syncthreads_count must be reached by everyone: not from the right of &&.
__global__ void vote(const int *in, int *out, int n) {
  int t = threadIdx.x;
  int hit = in[t] > 3;
  out[t] = t < n &&
           __syncthreads_count(hit) > 8;  // want "barrier divergence"
}
