//pass
//--blockDim=64

// Where the width is 0, nothing is divided: each thread has an element of its own.
__global__ void mark(int *out, int width, int height) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int y = width != 0 ? i / width : i;
  if (width != 0 && i % width >= height) return;
  if (width == 0) out[y] = i;
}
