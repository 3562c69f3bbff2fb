//xfail:NOT_ALL_VERIFIED
//--blockDim=64

// A position taken apart by the width, of which only the row counts.
__global__ void copy(float *out, const float *in, int width, int height) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int y = i / width;
  if (y < height) out[y * width] = in[i]; // want "write-write race on out"
}
