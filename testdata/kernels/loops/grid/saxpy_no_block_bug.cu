//xfail:NOT_ALL_VERIFIED
//--blockDim=256 --gridDim=*
// The start forgets the block: all blocks update the same elements.
__global__ void saxpy(int n, float a, const float *x, float *y) {
  for (int i = threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    y[i] = a * x[i] + y[i];  // want "race on y"
  }
}
