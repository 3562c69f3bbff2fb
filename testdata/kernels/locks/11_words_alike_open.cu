//--blockDim=64 --gridDim=1
//proved barrier-divergence deadlock barrier-recycling barrier-count
//open data-race "on out at .*:11:18, which uses the value read from s at .*:11:27, which other threads may have written"
// All threads that write store the same: none has stored more than one.
__global__ void larger(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t] & 1;
  __syncthreads();
  // The word of the neighbour is never larger than one.
  if (in[t] > 2) out[0] = s[t ^ 1] > 1;
}
