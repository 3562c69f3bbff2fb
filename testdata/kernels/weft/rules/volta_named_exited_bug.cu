//xfail:NOT_ALL_VERIFIED
//--blockDim=128 --gridDim=1 --barrier-rule=volta
// The last warp returns; the others wait on a barrier that names 128 threads.
// Refuted: exited threads leave the block's own count, not one that is written down.
__global__ void early(const int *in, int *out) {
  __shared__ int s[96];
  int t = threadIdx.x;
  if (t >= 96) return;
  s[t] = in[t];
  asm volatile("bar.sync 1, 128;" ::: "memory");  // want "deadlock"
  out[t] = s[95 - t];
}
