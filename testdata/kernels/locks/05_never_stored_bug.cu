//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// More than one thread may find the value that its neighbour has stored.
__global__ void pick(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t] & 3;
  __syncthreads();
  if (s[t ^ 1] == 2) out[0] = t;  // want "race on out"
}
