//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=*
// Rows are shared out to blocks, but the bound of the columns is that of the rows.
__global__ void add_batch(float *a, const float *b, int count, int rows, int cols) {
  for (int m = 0; m < count; m++)
    for (int r = blockIdx.x; r < rows; r += gridDim.x)
      for (int c = threadIdx.x; c < rows; c += blockDim.x) {
        int at = (m * rows + r) * cols + c;
        a[at] += b[at];  // want "race on a"
      }
}
