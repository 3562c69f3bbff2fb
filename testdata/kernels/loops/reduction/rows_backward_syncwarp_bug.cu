//xfail:NOT_ALL_VERIFIED
//--blockDim=512 --gridDim=*
// The backward pass of a normalisation of rows: each warp takes rows in turn, adds two of their sums up in
// shuffles, and changes its row. Nothing makes a thread wait for the sums of the others, which a __syncwarp() does not.
__global__ void backward(float *dx, float *dw, const float *dy, const float *x, const float *w, int rows, int columns) {
  extern __shared__ float sums[];
  int lane = threadIdx.x % 32;
  for (int i = threadIdx.x; i < columns; i += blockDim.x) sums[i] = 0;
  __syncthreads();
  for (int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32; row < rows; row += gridDim.x * blockDim.x / 32) {
    float mean = 0, scaled = 0;
    for (int i = lane; i < columns; i += 32) {
      float g = w[i] * dy[row * columns + i];
      mean += g;
      scaled += g * x[row * columns + i];
    }
    for (int o = 16; o > 0; o /= 2) {
      mean += __shfl_xor_sync(0xffffffff, mean, o);
      scaled += __shfl_xor_sync(0xffffffff, scaled, o);
    }
    __syncwarp();
    for (int i = lane; i < columns; i += 32) {
      float n = x[row * columns + i];
      atomicAdd(&sums[i], n * dy[row * columns + i]); // want "race on sums"
      dx[row * columns + i] += w[i] * dy[row * columns + i] - mean - n * scaled;
    }
  }
  __syncwarp();
  for (int i = threadIdx.x; i < columns; i += blockDim.x) atomicAdd(&dw[i], sums[i]); // want "race on sums"
}
