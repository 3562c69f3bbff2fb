//xfail:NOT_ALL_VERIFIED
//--blockDim=256 --gridDim=1
// Without the barrier at the end of a step, the next column is copied while
// paths of this step are still written.
#define MAXN 256

__global__ void floyd(int *d, int n) {
  __requires(n <= MAXN);
  __shared__ int row[MAXN];
  __shared__ int col[2][MAXN];
  int t = threadIdx.x;
  for (int k = 0; k < n; k++) {
    if (t < n) {
      row[t] = d[k * n + t];
      col[k & 1][t] = d[t * n + k];  // want "race on d"
    }
    __syncthreads();
    for (int i = 0; i < n; i++) {
      if (t < n) {
        int via = col[k & 1][i] + row[t];
        if (via < d[i * n + t]) d[i * n + t] = via;  // want "race on d"
      }
    }
  }
}
