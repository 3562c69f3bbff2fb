//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// Both warps only arrive at barrier 5, so its generations end without a thread that waits for them.
// Refuted: one warp may arrive twice in the first generation before the other arrives at all.
__global__ void beat(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  asm volatile("bar.arrive 5, 64;" ::: "memory");  // may "recycl"
  int v = s[63 - t];
  asm volatile("bar.arrive 5, 64;" ::: "memory");  // want "not ordered after generation"
  out[t] = v;
}
