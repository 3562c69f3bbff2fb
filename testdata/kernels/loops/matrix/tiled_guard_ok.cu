//pass
//--blockDim=16,16 --gridDim=*
// Any n: what lies outside is loaded as zero and not stored.
#define TILE 16

__global__ void matmul_guarded(const float *a, const float *b, float *c, int n) {
  __shared__ float as[TILE][TILE];
  __shared__ float bs[TILE][TILE];
  int row = blockIdx.y * TILE + threadIdx.y;
  int col = blockIdx.x * TILE + threadIdx.x;
  float sum = 0;
  for (int t = 0; t < (n + TILE - 1) / TILE; ++t) {
    int ac = t * TILE + threadIdx.x, br = t * TILE + threadIdx.y;
    as[threadIdx.y][threadIdx.x] = row < n && ac < n ? a[row * n + ac] : 0;
    bs[threadIdx.y][threadIdx.x] = br < n && col < n ? b[br * n + col] : 0;
    __syncthreads();
    for (int k = 0; k < TILE; ++k) sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
    __syncthreads();
  }
  if (row < n && col < n) c[row * n + col] = sum;
}
