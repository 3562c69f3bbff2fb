//xfail:NOT_ALL_VERIFIED
//--blockDim=16,16 --gridDim=*
// Threads outside leave before the barriers.
#define TILE 16

__global__ void matmul_guarded(const float *a, const float *b, float *c, int n) {
  __shared__ float as[TILE][TILE];
  __shared__ float bs[TILE][TILE];
  int row = blockIdx.y * TILE + threadIdx.y;
  int col = blockIdx.x * TILE + threadIdx.x;
  if (row >= n || col >= n) return;
  float sum = 0;
  for (int t = 0; t < (n + TILE - 1) / TILE; ++t) {
    as[threadIdx.y][threadIdx.x] = a[row * n + t * TILE + threadIdx.x];
    bs[threadIdx.y][threadIdx.x] = b[(t * TILE + threadIdx.y) * n + col];
    __syncthreads();  // want "divergence"
    for (int k = 0; k < TILE; ++k) sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
    __syncthreads();  // may "divergence"
  }
  c[row * n + col] = sum;
}
