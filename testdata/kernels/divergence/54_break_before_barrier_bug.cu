//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// break and continue in a loop with a barrier.
__global__ void stages(const int *in, int *out, int limit) {
  __shared__ int s[64];
  int t = threadIdx.x, acc = 0;
  for (int k = 0; k < 8; ++k) {
    if (k + t == limit) break;
    s[t] = in[k * 64 + t];  // may "race on s"
    __syncthreads();  // want "barrier divergence"
    acc += s[t ^ 32];  // may "race on s"
    __syncthreads();  // may "barrier divergence"
    if (acc < 0) continue;
    acc >>= 1;
  }
  out[t] = acc;
}
