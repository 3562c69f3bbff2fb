//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// The places are distinct only if every thread keeps its own.
__global__ void compact(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  int keep = in[t] & 1;
  s[t] = keep;
  __syncthreads();
  for (int d = 1; d < 64; d *= 2) {
    int v = t >= d ? s[t - d] : 0;
    __syncthreads();
    s[t] += v;
    __syncthreads();
  }
  __syncthreads();
  out[s[t]] = t;  // want "race on out"
}
