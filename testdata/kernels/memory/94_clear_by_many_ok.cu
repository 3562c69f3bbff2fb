//pass
//--blockDim=128 --gridDim=8
// All threads of a row clear the same element to the same floating-point constant.
__global__ void clear(float *g, const float *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && v[i] != 0) g[i / 16 * 2] = 0;
}
