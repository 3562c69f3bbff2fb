//pass
//--blockDim=64 --gridDim=*
// Three nested loops over a batch of matrices, rows shared out to blocks, columns to
// threads.
__global__ void add_batch(float *a, const float *b, int count, int rows, int cols) {
  for (int m = 0; m < count; m++)
    for (int r = blockIdx.x; r < rows; r += gridDim.x)
      for (int c = threadIdx.x; c < cols; c += blockDim.x) {
        int at = (m * rows + r) * cols + c;
        a[at] += b[at];
      }
}
