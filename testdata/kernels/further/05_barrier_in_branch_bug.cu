//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// Only the threads with an element reach the barrier.
__global__ void branch(const int *in, int *out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = 0; // want "race on s"
  if (t < n) {
    s[t] = in[t];
    __syncthreads(); // want "barrier divergence"
  }
  out[t] = s[63 - t]; // want "race on s"
}
