//pass
//--blockDim=128 --gridDim=*
// A row of a sparse matrix for each warp: warps are counted over the grid, and go on by their number.
__global__ void spmv(int rows, const int *ptr, const int *col, const float *val, const float *x, float *y) {
  const int tid = blockDim.x * blockIdx.x + threadIdx.x;
  const int lane = threadIdx.x & 31;
  const int warp = tid / 32, warps = gridDim.x * blockDim.x / 32;
  for (int row = warp; row < rows; row += warps) {
    float s = 0;
    for (int j = ptr[row] + lane; j < ptr[row + 1]; j += 32) s += val[j] * x[col[j]];
    for (int o = 16; o > 0; o >>= 1) s += __shfl_down_sync(0xffffffff, s, o);
    if (lane == 0) y[row] = s;
  }
}
