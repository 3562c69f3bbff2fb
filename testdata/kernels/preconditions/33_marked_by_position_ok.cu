//pass
//--blockDim=64

// Where rows lie closer together than they are wide, a position is marked by several threads, with the same value. The
// prover may find no such pitch in time; that the marks do no harm takes it a moment.
__global__ void mark(float *marks, int pitch, int height, int width) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int y = i / width, x = i % width;
  if (y < height) marks[y * pitch + x] = 1;
}
