//xfail:NOT_ALL_VERIFIED
//--blockDim=16,16 --gridDim=*
// Without the barrier at the end of the body a fast thread loads the next tile
// over the one that others still multiply: two tiles at least.
#define TILE 16

__global__ void matmul(const float *A, const float *B, float *C, int n) {
  __requires(n % 16 == 0);
  __shared__ float As[TILE][TILE];
  __shared__ float Bs[TILE][TILE];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * TILE + ty;
  int col = blockIdx.x * TILE + tx;
  float acc = 0.0f;
  for (int m = 0; m < n / TILE; ++m) {
    As[ty][tx] = A[row * n + m * TILE + tx];  // want "race on As"
    Bs[ty][tx] = B[(m * TILE + ty) * n + col];  // want "race on Bs"
    __syncthreads();
    for (int k = 0; k < TILE; ++k)
      acc += As[ty][k] * Bs[k][tx];  // want "race on (As|Bs)"
  }
  if (row < n && col < n) C[row * n + col] = acc;
}
