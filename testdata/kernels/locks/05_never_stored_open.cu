//--blockDim=64 --gridDim=1
//proved barrier-divergence deadlock barrier-recycling barrier-count
//open data-race "on out .*, which needs the condition at .*:11:3, which depends on the value read from s at .*:11:7, which other threads may have written"
// No thread ever stores the value that the condition asks for.
__global__ void pick(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t] & 1;
  __syncthreads();
  // Two threads would write here.
  if (s[t ^ 1] == 2) out[0] = t;
}
