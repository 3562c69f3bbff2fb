//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// Threads store what their neighbours have stored, which may differ.
__global__ void larger(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t] & 3;
  __syncthreads();
  // The word of the neighbour is sometimes larger than one.
  if (in[t] > 2) out[0] = s[t ^ 1] > 1;  // want "write-write race on out"
}
