//xfail:NOT_ALL_VERIFIED
//--blockDim=[16,16] --gridDim=*,*
// condition: n >= 16 * gridDim.x
// Whole tiles only: the grid has as many columns of threads as the matrix, or fewer.
__global__ void fill(float *matrix, int n) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  matrix[y * n + x] = x;  // want "write-write race on matrix"
}
