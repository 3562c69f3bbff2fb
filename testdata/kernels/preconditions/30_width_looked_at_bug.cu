//xfail:NOT_ALL_VERIFIED
//--blockDim=64
// condition: width > 0
// Where the width is 0, nothing is divided, and all threads write one element. Divisions under other
// conditions say nothing about that.
__global__ void mark(int *out, int width, int height) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int y = width != 0 ? i / width : 0;
  if (width != 0 && i % width >= height) return;
  if (!(width == 0 || i / width < height)) return;
  if (width > 0) y = i / width;
  for (int j = 0; j < width; j++) y += height / width;
  if (width == 0) out[0] = i + y; // want "write-write race on out"
}
