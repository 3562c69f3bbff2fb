//pass
//--blockDim=256 --gridDim=1
// All shortest paths of a graph of up to 256 nodes by one block: row and column k
// are copied before the step that uses them.
#define MAXN 256

__global__ void floyd(int *d, int n) {
  __requires(n <= MAXN);
  __shared__ int row[MAXN];
  __shared__ int col[MAXN];
  int t = threadIdx.x;
  for (int k = 0; k < n; k++) {
    if (t < n) {
      row[t] = d[k * n + t];
      col[t] = d[t * n + k];
    }
    __syncthreads();
    for (int i = 0; i < n; i++) {
      if (t < n) {
        int via = col[i] + row[t];
        if (via < d[i * n + t]) d[i * n + t] = via;
      }
    }
    __syncthreads();
  }
}
