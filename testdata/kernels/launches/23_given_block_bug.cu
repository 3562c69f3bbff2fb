//xfail:NOT_ALL_VERIFIED
//--blockDim=64
// The size of a block is given here, and the launch tells that the two pointers lead into one array all the same.

__global__ void shift(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i + 1];  // want "race on out"
}

void launch(float *data, int n) { shift<<<n / 64, 64>>>(data, data, n); }
