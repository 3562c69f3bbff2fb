//pass
//--blockDim=128 --gridDim=*
// Indices of 64 bits, as large arrays need them.
__global__ void scale(double *v, double by, size_t n) {
  size_t stride = (size_t)gridDim.x * blockDim.x;
  for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
    v[i] *= by;
}
