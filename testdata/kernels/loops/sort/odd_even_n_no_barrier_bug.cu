//xfail:NOT_ALL_VERIFIED
//--blockDim=256 --gridDim=1
// The barrier at the end of a round is missing: an odd step meets the next even
// one.
__global__ void oddeven(int *data, int n) {
  int t = threadIdx.x;
  for (int round = 0; round < (n + 1) / 2; round++) {
    for (int i = 2 * t; i + 1 < n; i += 2 * blockDim.x) {
      int a = data[i], b = data[i + 1];  // may "race on data"
      data[i] = min(a, b);  // may "race on data"
      data[i + 1] = max(a, b);  // may "race on data"
    }
    __syncthreads();
    for (int i = 2 * t + 1; i + 1 < n; i += 2 * blockDim.x) {
      int a = data[i], b = data[i + 1];  // may "race on data"
      data[i] = min(a, b);  // may "race on data"
      data[i + 1] = max(a, b);  // may "race on data"
    }
  }
}
