//pass
//--blockDim=128 --gridDim=*
// Each thread searches its row and leaves the loop at the first hit; all meet at
// the barrier behind it.
__global__ void first_hit(const int *m, int *where, int *hits, int cols, int key) {
  __shared__ int found[128];
  int t = threadIdx.x, row = blockIdx.x * blockDim.x + t, at = -1;
  for (int c = 0; c < cols; c++) {
    if (m[row * cols + c] == key) {
      at = c;
      break;
    }
  }
  where[row] = at;
  found[t] = at >= 0;
  __syncthreads();
  if (t == 0) {
    int sum = 0;
    for (int k = 0; k < 128; k++) sum += found[k];
    hits[blockIdx.x] = sum;
  }
}
