//pass
//--blockDim=64 --gridDim=1
// Each thread walks along a list of its own, for n steps or until it ends, and
// writes what it finds into a row of n elements.
__global__ void collect(float *row, const float *value, const int *next, const int *head, int n) {
  int at = head[threadIdx.x];
  for (int i = 0; i < n; i++) {
    if (at < 0) break;
    row[threadIdx.x * n + i] = value[at];
    at = next[at];
  }
}
