//xfail:NOT_ALL_VERIFIED
//--blockDim=256 --gridDim=*
// Four neighbours a turn, but thread and block are a quarter of that apart.
__global__ void scale4(float *y, float a, int n) {
  int stride = blockDim.x * gridDim.x;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (; i + 3 < n; i += 4 * stride) {
    y[i] *= a;  // want "race on y"
    y[i + 1] *= a;  // want "race on y"
    y[i + 2] *= a;  // may "race on y"
    y[i + 3] *= a;  // may "race on y"
  }
}
