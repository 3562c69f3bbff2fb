//pass
//--blockDim=64

// A position taken apart by the width. A width of 0 has no positions to take apart: the division has no value.
__global__ void copy(float *out, const float *in, int width, int height) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int x = i % width, y = i / width;
  if (y < height) out[y * width + x] = in[i];
}
