//xfail:NOT_ALL_VERIFIED
//--blockDim=64

// Each thread marks its position with its number: where rows lie closer together than they are wide, several threads
// mark one position with different values.
__global__ void mark(float *marks, int pitch, int height, int width) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int y = i / width, x = i % width;
  if (y < height) marks[y * pitch + x] = i; // want "write-write race on marks"
}
