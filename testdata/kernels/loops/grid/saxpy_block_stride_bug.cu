//xfail:NOT_ALL_VERIFIED
//--blockDim=256 --gridDim=*
// The stride is that of one block: with two blocks, elements are updated twice.
__global__ void saxpy(int n, float a, const float *x, float *y) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x) {
    y[i] = a * x[i] + y[i];  // want "race on y"
  }
}
