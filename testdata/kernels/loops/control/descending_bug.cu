//xfail:NOT_ALL_VERIFIED
//--blockDim=128 --gridDim=*
// The step is one block's, whatever the grid.
__global__ void reverse_scale(float *v, int n) {
  for (int i = n - 1 - (int)(blockIdx.x * blockDim.x + threadIdx.x); i >= 0; i -= blockDim.x)
    v[i] *= 2.f;  // want "race on v"
}
