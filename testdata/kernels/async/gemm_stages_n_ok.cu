//pass
//--blockDim=[16,16] --gridDim=[2,2]
// A product of matrices with any number of tiles in four stages: three tiles are under way while one is used.
// One barrier a round is enough: the slot that is filled was read in the round before.
#define COPY(dst, src) asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"((unsigned)__cvta_generic_to_shared(dst)), "l"(src) : "memory")
#define COMMIT() asm volatile("cp.async.commit_group;" ::: "memory")
#define WAIT(N) asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory")
__global__ void gemm(const float *A, const float *B, float *C, int tiles) {
  __shared__ float a[4][16][16], b[4][16][16];
  int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 16 + y, column = blockIdx.x * 16 + x;
  float sum = 0;
  for (int p = 0; p < 3; ++p) {
    if (p < tiles) {
      COPY(&a[p][y][x], A + row * (tiles * 16) + p * 16 + x);
      COPY(&b[p][y][x], B + (p * 16 + y) * 32 + column);
    }
    COMMIT();
  }
  for (int i = 0; i < tiles; ++i) {
    WAIT(2);
    __syncthreads();
    if (i + 3 < tiles) {
      int s = (i + 3) % 4;
      COPY(&a[s][y][x], A + row * (tiles * 16) + (i + 3) * 16 + x);
      COPY(&b[s][y][x], B + ((i + 3) * 16 + y) * 32 + column);
    }
    COMMIT();
    for (int j = 0; j < 16; ++j) sum += a[i % 4][y][j] * b[i % 4][j][x];
  }
  C[row * 32 + column] = sum;
}
