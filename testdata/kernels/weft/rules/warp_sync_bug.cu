//xfail:NOT_ALL_VERIFIED
//--blockDim=128 --gridDim=1
// The reduction of old code: below 64 threads one warp goes on, without barriers, over volatile memory.
// Refuted: nothing says that the threads of a warp run in lock step.
__device__ void tail(volatile int *s, int t) {
  s[t] += s[t + 32];  // may "race on s"
  s[t] += s[t + 16];  // want "race on s"
  s[t] += s[t + 8];  // may "race on s"
  s[t] += s[t + 4];  // may "race on s"
  s[t] += s[t + 2];  // may "race on s"
  s[t] += s[t + 1];  // may "race on s"
}
__global__ void reduce(const int *in, int *out) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  if (t < 64) s[t] += s[t + 64];
  __syncthreads();
  if (t < 32) tail(s, t);
  if (t == 0) out[0] = s[0];  // may "race on s"
}
