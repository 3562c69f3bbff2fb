//pass
//--blockDim=16,16 --gridDim=16,16
// The same product with its size given by a precondition.
#define TILE 16

__global__ void matmul(const float *A, const float *B, float *C, int n) {
  __requires(n == 256);
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
  C[row * n + col] = acc;
}
