//pass
//--blockDim=* --gridDim=*
// Neither the size of the grid nor that of a block is known.
__global__ void saxpy(unsigned int n, float a, const float *x, float *y) {
  unsigned int stride = blockDim.x * gridDim.x;
  for (unsigned int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
    y[i] = a * x[i] + y[i];
}
