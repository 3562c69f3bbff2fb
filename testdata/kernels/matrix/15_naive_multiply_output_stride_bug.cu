//xfail:NOT_ALL_VERIFIED
//--blockDim=8,8 --gridDim=2,2
// One thread per element of a 16 x 16 product, no shared memory.
enum { WIDTH = 16 };
__global__ void matmul_naive(const float *a, const float *b, float *c) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0.f;
  for (int k = 0; k < WIDTH; k++) sum += a[row * WIDTH + k] * b[k * WIDTH + col];
  c[row * blockDim.x + col] = sum;  // want "write-write race on c"
}
