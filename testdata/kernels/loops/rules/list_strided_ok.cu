//pass
//--blockDim=64 --gridDim=1
// The lists of all threads are interleaved: the element after the next 63 is the
// thread's own again.
__global__ void collect(float *out, const float *value, const int *next, const int *head, int n) {
  int at = head[threadIdx.x];
  for (int i = threadIdx.x; i < n; i += 64) {
    if (at < 0) break;
    out[i] = value[at];
    at = next[at];
  }
}
