//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=4
// A barrier orders the threads of a block only: a relaxation in place races
// with the neighbouring block.
__global__ void relax(const float *src, float *dst, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float left = 0.f, right = 0.f;
  if (i > 0 && i < n) left = dst[i - 1];  // may "race on dst"
  if (i + 1 < n) right = dst[i + 1];  // may "race on dst"
  __syncthreads();
  if (i < n) dst[i] = 0.5f * (left + right);  // want "race on dst"
}
