//pass
//--blockDim=16,16 --gridDim=*
// Tiled matrix product, n free: tiles need n to be a multiple of 16, any grid
// that covers the result will do.
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
    As[ty][tx] = A[row * n + m * TILE + tx];
    Bs[ty][tx] = B[(m * TILE + ty) * n + col];
    __syncthreads();
    for (int k = 0; k < TILE; ++k) acc += As[ty][k] * Bs[k][tx];
    __syncthreads();
  }
  if (row < n && col < n) C[row * n + col] = acc;
}
