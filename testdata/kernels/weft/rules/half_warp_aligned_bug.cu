//xfail:NOT_ALL_VERIFIED
//--blockDim=128 --gridDim=1
// bar.sync is the .aligned form: all threads of a warp have to reach it together.
// Refuted: only the lower half of each warp does.
__global__ void half_teams(const int *in, int *out) {
  __shared__ int s[64];
  int w = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (lane < 16) {
    s[w * 16 + lane] = in[threadIdx.x];
    asm volatile("bar.sync 1, 64;" ::: "memory");  // want "warp"
    out[threadIdx.x] = s[63 - w * 16 - lane];
  }
}
