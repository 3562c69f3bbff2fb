//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// The n + 1st element goes into the next row.
__global__ void collect(float *row, const float *value, const int *next, const int *head, int n) {
  int at = head[threadIdx.x];
  for (int i = 0; i <= n; i++) {
    if (at < 0) break;
    row[threadIdx.x * n + i] = value[at];  // want "race on row"
    at = next[at];
  }
}
