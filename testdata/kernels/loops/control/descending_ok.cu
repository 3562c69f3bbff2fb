//pass
//--blockDim=128 --gridDim=*
// Backwards through the array.
__global__ void reverse_scale(float *v, int n) {
  for (int i = n - 1 - (int)(blockIdx.x * blockDim.x + threadIdx.x); i >= 0; i -= blockDim.x * gridDim.x)
    v[i] *= 2.f;
}
