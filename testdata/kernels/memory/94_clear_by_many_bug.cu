//xfail:NOT_ALL_VERIFIED
//--blockDim=128 --gridDim=8
// All threads of a row clear the same element to a value of their own.
__global__ void clear(float *g, const float *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && v[i] != 0) g[i / 16 * 2] = i;  // want "race on g"
}
