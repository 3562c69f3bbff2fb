//xfail:NOT_ALL_VERIFIED
//--blockDim=128 --gridDim=*
// The barrier is in the loop that threads leave one by one.
__global__ void first_hit(const int *m, int *where, int cols, int key) {
  __shared__ int s[128];
  int t = threadIdx.x, row = blockIdx.x * blockDim.x + t, at = -1;
  for (int c = 0; c < cols; c++) {
    s[t] = m[row * cols + c];
    __syncthreads();  // want "divergence"
    if (s[t] == key) {
      at = c;
      break;
    }
  }
  where[row] = at;
}
