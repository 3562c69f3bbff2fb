//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// The first step may be below zero, and then there are more than n.
__global__ void collect(float *row, const float *value, const int *next, const int *head, int first, int n) {
  int at = head[threadIdx.x];
  for (int i = first; i < n; i++) {
    if (at < 0) break;
    row[threadIdx.x * n + i - first] = value[at];  // want "race on row"
    at = next[at];
  }
}
