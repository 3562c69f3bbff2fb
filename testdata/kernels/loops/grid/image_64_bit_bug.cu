//xfail:NOT_ALL_VERIFIED
//--blockDim=[32,32] --gridDim=[*,*]
// Half as many pixels go out as come in: two of them meet.
__global__ void scale(float *out, const float *in, int rows, int columns) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column >= columns || row >= rows) return;
  size_t pixel = (size_t)row * (size_t)columns + (size_t)column;
  float x = in[pixel];
  out[pixel / 2] = x + column;  // want "race on out"
}
