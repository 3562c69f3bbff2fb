//--blockDim=64 --gridDim=1
//open data-race "rests on barrier-divergence, which is unknown"
//open barrier-divergence "needs the condition at .*:13:3, which depends on the value read from s"
//open deadlock "needs the condition at .*:13:3, which depends on the value read from s"
//open barrier-recycling "needs the condition at .*:13:3, which depends on the value read from s"
//open barrier-count "needs the condition at .*:13:3, which depends on the value read from s"
// No thread comes to the second barrier.
__global__ void check(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t] & 1;
  __syncthreads();
  if (s[t ^ 1] == 2) __syncthreads();
  out[t] = s[t];
}
