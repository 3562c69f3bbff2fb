//xfail:NOT_ALL_VERIFIED
//--blockDim=* --gridDim=*
// The stride is one too short.
__global__ void saxpy(unsigned int n, float a, const float *x, float *y) {
  unsigned int stride = blockDim.x * gridDim.x - 1;
  if (stride == 0) return;
  for (unsigned int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
    y[i] = a * x[i] + y[i];  // want "race on y"
}
