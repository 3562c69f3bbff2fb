//pass
//--blockDim=64 --gridDim=4
// A barrier orders the threads of a block only: a relaxation in place races
// with the neighbouring block.
__global__ void relax(const float *src, float *dst, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float left = 0.f, right = 0.f;
  if (i > 0 && i < n) left = src[i - 1];
  if (i + 1 < n) right = src[i + 1];
  __syncthreads();
  if (i < n) dst[i] = 0.5f * (left + right);
}
