//pass
//--blockDim=256 --gridDim=*
// Four elements a turn, each a stride apart, and a loop for the rest.
__global__ void scale4(float *y, float a, int n) {
  int stride = blockDim.x * gridDim.x;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (; i + 3 * stride < n; i += 4 * stride) {
    y[i] *= a;
    y[i + stride] *= a;
    y[i + 2 * stride] *= a;
    y[i + 3 * stride] *= a;
  }
  for (; i < n; i += stride) y[i] *= a;
}
