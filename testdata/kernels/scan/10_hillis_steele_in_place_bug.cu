//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=2
// In place: the read and the write need a barrier between them.
__global__ void inclusive_scan(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  int g = blockIdx.x * blockDim.x + t;
  s[t] = in[g];
  __syncthreads();
  for (int d = 1; d < 64; d <<= 1) {
    int v = 0;
    if (t >= d) v = s[t - d];  // want "read-write race on s"
    s[t] += v;  // want "read-write race on s"
    __syncthreads();
  }
  out[g] = s[t];
}
