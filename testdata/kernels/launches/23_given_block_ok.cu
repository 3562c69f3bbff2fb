//pass
//--blockDim=64
// The size of a block is given here; the pointers that the launch passes lead into two arrays.

__global__ void shift(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i + 1];
}

void launch(float *data, float *result, int n) { shift<<<n / 64, 64>>>(result, data, n); }
