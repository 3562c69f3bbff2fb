//xfail:NOT_ALL_VERIFIED
//--blockDim=128 --gridDim=1
// The last warp has nothing to do and returns before the barrier.
// Refuted: by the programming guide's rule all threads of the block have to reach it.
__global__ void early(const int *in, int *out) {
  __shared__ int s[96];
  int t = threadIdx.x;
  if (t >= 96) return;  // may "exited"
  s[t] = in[t];
  __syncthreads();  // want "barrier divergence"
  out[t] = s[95 - t];
}
