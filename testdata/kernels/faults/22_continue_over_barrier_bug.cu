//xfail:NOT_ALL_VERIFIED
//--blockDim=128 --gridDim=16
// Lanes with an invalid expert skip the tiles, and their barriers.
__global__ void moe(const float *x, const float *w, const int *expert, float *y, int k, int experts) {
  __shared__ float tile[128];
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  float acc = 0;
  for (int s = 0; s < 4; ++s) {
    int e = expert[row * 4 + s];
    if (e < 0 || e >= experts) continue;
    for (int base = 0; base < k; base += 128) {
      tile[threadIdx.x] = x[base + threadIdx.x];
      __syncthreads();  // want "barrier divergence"
      for (int j = 0; j < 128; ++j) acc += tile[j] * w[e * k + base + j];
      __syncthreads();
    }
  }
  y[row] = acc;
}
