//pass
//--blockDim=128 --gridDim=1 --barrier-rule=volta
// The last warp has nothing to do and returns before the barrier.
// Proved: under the rule of sm_70 and later exited threads do not count.
__global__ void early(const int *in, int *out) {
  __shared__ int s[96];
  int t = threadIdx.x;
  if (t >= 96) return;
  s[t] = in[t];
  __syncthreads();
  out[t] = s[95 - t];
}
