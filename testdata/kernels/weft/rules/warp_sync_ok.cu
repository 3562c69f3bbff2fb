//pass
//--blockDim=128 --gridDim=1 --warp-sync
// The reduction of old code: below 64 threads one warp goes on, without barriers, over volatile memory.
// Proved: only with --warp-sync, which lets the threads of a warp run in lock step.
__device__ void tail(volatile int *s, int t) {
  s[t] += s[t + 32];
  s[t] += s[t + 16];
  s[t] += s[t + 8];
  s[t] += s[t + 4];
  s[t] += s[t + 2];
  s[t] += s[t + 1];
}
__global__ void reduce(const int *in, int *out) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  if (t < 64) s[t] += s[t + 64];
  __syncthreads();
  if (t < 32) tail(s, t);
  if (t == 0) out[0] = s[0];
}
