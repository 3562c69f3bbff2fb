//pass
//--blockDim=64 --gridDim=2
// The rows of a matrix lie in arrays of their own: each thread has a column.
__global__ void add_rows(float **out, const float *const *in, int rows) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int r = 0; r < rows; r++) out[r][i] += in[r][i];
}
