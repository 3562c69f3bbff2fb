//xfail:NOT_ALL_VERIFIED
//--blockDim=16,16 --gridDim=4,4
// C = A * B for n x n matrices, n arbitrary, guarded at the edges.
#define TILE_WIDTH 16
__global__ void matmul_guarded(const float *__restrict__ A, const float *__restrict__ B,
                               float *__restrict__ C, int n) {
  __shared__ float As[TILE_WIDTH][TILE_WIDTH];
  __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TILE_WIDTH + ty;
  const int col = blockIdx.x * TILE_WIDTH + tx;
  if (row >= n || col >= n) return;
  float acc = 0.0f;
  const int tiles = (n + TILE_WIDTH - 1) / TILE_WIDTH;
  for (int m = 0; m < tiles; ++m) {
    const int ac = m * TILE_WIDTH + tx, br = m * TILE_WIDTH + ty;
    As[ty][tx] = (row < n && ac < n) ? A[row * n + ac] : 0.0f;  // may "race on As"
    Bs[ty][tx] = (br < n && col < n) ? B[br * n + col] : 0.0f;  // may "race on Bs"
    __syncthreads();  // want "barrier divergence"
#pragma unroll
    for (int k = 0; k < TILE_WIDTH; ++k) acc += As[ty][k] * Bs[k][tx];  // may "race on"
    __syncthreads();  // may "barrier divergence"
  }
  if (row < n && col < n) C[row * n + col] = acc;
}
