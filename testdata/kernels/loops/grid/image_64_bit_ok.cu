//pass
//--blockDim=[32,32] --gridDim=[*,*]
// The number of a pixel is computed without a sign, as in code for large images.
__global__ void scale(float *out, const float *in, int rows, int columns) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column >= columns || row >= rows) return;
  size_t pixel = (size_t)row * (size_t)columns + (size_t)column;
  float x = in[pixel];
  out[pixel] = x + column;
}
