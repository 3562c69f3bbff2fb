//xfail:BARRIER_DIVERGENCE
//--blockDim=512 --gridDim=*
// The lanes of a warp take rows of their own, and come to the shuffles without those that have none left.
__global__ void backward(float *dx, float *dw, const float *dy, const float *x, const float *w, int rows, int columns) {
  extern __shared__ float sums[];
  int lane = threadIdx.x % 32;
  for (int i = threadIdx.x; i < columns; i += blockDim.x) sums[i] = 0;
  __syncthreads();
  for (int row = blockIdx.x * blockDim.x + threadIdx.x; row < rows; row += gridDim.x * blockDim.x) {
    float mean = 0, scaled = 0;
    for (int i = 0; i < columns; i++) {
      float g = w[i] * dy[row * columns + i];
      mean += g;
      scaled += g * x[row * columns + i];
    }
    for (int o = 16; o > 0; o /= 2) {
      mean += __shfl_xor_sync(0xffffffff, mean, o);
      scaled += __shfl_xor_sync(0xffffffff, scaled, o);
    }
    __syncwarp();
    for (int i = 0; i < columns; i++) {
      float n = x[row * columns + i];
      atomicAdd(&sums[i], n * dy[row * columns + i]);
      dx[row * columns + i] += w[i] * dy[row * columns + i] - mean - n * scaled;
    }
  }
  __syncthreads(); // want "barrier divergence"
  for (int i = threadIdx.x; i < columns; i += blockDim.x) atomicAdd(&dw[i], sums[i]);
}
