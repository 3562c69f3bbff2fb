//xfail:NOT_ALL_VERIFIED
//--blockDim=96 --gridDim=1
// Half of warp 0 takes part in the barrier, and all of warps 1 and 2.
// Refuted: 16 + 32 + 32 threads register where 64 are expected.
__global__ void overfull(const int *in, int *out) {
  __shared__ int s[96];
  int t = threadIdx.x;
  s[t] = in[t];
  if (t >= 16) asm volatile("barrier.sync 1, 64;" ::: "memory");  // want "barrier 1"
  out[t] = t < 32 ? 0 : s[t];
}
