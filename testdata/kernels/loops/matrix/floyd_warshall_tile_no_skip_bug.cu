//xfail:NOT_ALL_VERIFIED
//--blockDim=16,16 --gridDim=*
// Blocks of the stage's own row write what other blocks read.
#define B 16

__global__ void phase3(int *d, int n, int stage) {
  __requires(n == B * gridDim.x);
  __requires(0 <= stage && stage < gridDim.x);
  __shared__ int up[B][B];
  __shared__ int left[B][B];
  int bx = blockIdx.x, by = blockIdx.y;
  if (bx == stage) return;
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = by * B + ty, col = bx * B + tx;
  up[ty][tx] = d[(stage * B + ty) * n + col];  // want "race on d"
  left[ty][tx] = d[row * n + stage * B + tx];
  __syncthreads();
  int best = d[row * n + col];
  for (int k = 0; k < B; k++) {
    int via = left[ty][k] + up[k][tx];
    if (via < best) best = via;
  }
  d[row * n + col] = best;  // want "race on d"
}
