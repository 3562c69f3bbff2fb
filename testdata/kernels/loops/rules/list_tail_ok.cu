//pass
//--blockDim=64 --gridDim=1
// The lists begin at step first; a row has n elements, and begins with that step.
__global__ void collect(float *row, const float *value, const int *next, const int *head, int first, int n) {
  __requires(first >= 0);
  int at = head[threadIdx.x];
  for (int i = first; i < n; i++) {
    if (at < 0) break;
    row[threadIdx.x * n + i - first] = value[at];
    at = next[at];
  }
}
