//xfail:NOT_ALL_VERIFIED
//--blockDim=128 --gridDim=*
// In place with the right neighbour, which another thread replaces.
__global__ void smooth(double *v, size_t n) {
  size_t stride = (size_t)gridDim.x * blockDim.x;
  for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i + 1 < n; i += stride)
    v[i] = 0.5 * (v[i] + v[i + 1]);  // want "race on v"
}
