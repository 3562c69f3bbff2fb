//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// The stride is one too small.
__global__ void collect(float *out, const float *value, const int *next, const int *head, int n) {
  int at = head[threadIdx.x];
  for (int i = threadIdx.x; i < n; i += 63) {
    if (at < 0) break;
    out[i] = value[at];  // want "race on out"
    at = next[at];
  }
}
